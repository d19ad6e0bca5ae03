import { z } from 'zod';
import { settingsSchema } from '../../schemas/settings';
import type { AnyRule } from '../../server/src/core/rules/define';

/** schemas/shardlint.schema.json: the settings' shape with every rule's name in it. */
export function generateSettingsSchema(rules: readonly AnyRule[]): Map<string, string> {
  const json = z.toJSONSchema(settingsSchema, { target: 'draft-7', io: 'input' }) as Record<string, any>;
  json['title'] = 'Shardlint settings';
  json['allowComments'] = true;
  json['allowTrailingCommas'] = true;
  const level = { enum: ['error', 'warning', 'info', 'hint', 'off'] };
  const names = Object.fromEntries([...rules].sort((a, b) => (a.name < b.name ? -1 : 1)).map((r) => [r.name, { ...level, description: r.docs.summary.en }]));
  const ruleMap = { type: 'object', properties: names, additionalProperties: false, description: json['properties'].rules.description };
  json['properties'].rules = ruleMap;
  json['properties'].overrides.items.properties.rules = { ...ruleMap };
  json['properties'].ignore.items.properties.rule = { enum: Object.keys(names) };
  return new Map([['schemas/shardlint.schema.json', JSON.stringify(json, null, 2) + '\n']]);
}
