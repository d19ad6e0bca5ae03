/** Where the rule pages of `docs/rules` are read online; SARIF's helpUri and the editor's link behind a rule's name. */
export const ruleUrl = (rule: string): string => `https://github.com/shardlint/shardlint/blob/main/docs/rules/${rule}.md`;

/** The project's own page. */
export const projectUrl = 'https://github.com/shardlint/shardlint';
