/*
 * What client and server say to each other beyond the Language Server Protocol.
 */

/** Request `{ uri }` → `Status | null`; null for a file that is none of the linter's business. */
export const statusRequest = 'shardlint/status';
/** Notification without parameters: answers to `shardlint/status` may have changed. */
export const statusChanged = 'shardlint/statusChanged';
/** Request `{ uri }` → `{ text } | null`: the settings in force for the file and where each comes from, as JSON with comments. */
export const effectiveSettingsRequest = 'shardlint/effectiveSettings';

/** What a file was taken for, in the client's language. */
export interface Status {
  readonly kind: string;
  /** "DeepSpeed config" */
  readonly title: string;
  /** Why, and what is assumed: "named by train.sh:4; DeepSpeed 0.16.9 from requirements.txt" */
  readonly detail: string;
  /** Default: info. */
  readonly severity?: 'info' | 'warning' | 'error';
}

/** What the server is told when it starts. */
export interface InitializationOptions {
  readonly lang: 'en' | 'zh-cn';
  readonly inlayHints: boolean;
  readonly workspaceDiagnostics: boolean;
  /** The client has our extension's commands. */
  readonly commands: true;
}
