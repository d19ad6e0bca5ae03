import { parseEnv, type EnvSyntax } from '../syntax/env';
import { parseHostfile, type HostfileSyntax } from '../syntax/hostfile';
import { parseJson } from '../syntax/json';
import type { ScriptSyntax } from '../syntax/script';
import { parseScript } from '../syntax/shell';
import type { Tree } from '../syntax/tree';
import { LineMap } from '../text/line-map';
import type { Detection, DocumentKind } from './detect';

/** One file's text with everything parsed from it on first use. Immutable: a new text is a new SourceText. */
export class SourceText {
  private lineMap: LineMap | undefined;
  private jsonTree: Tree | undefined;
  private hostfileSyntax: HostfileSyntax | undefined;
  private envSyntax: EnvSyntax | undefined;
  private scriptSyntax: ScriptSyntax | undefined;

  constructor(
    readonly uri: string,
    readonly text: string,
  ) {}

  get lines(): LineMap {
    return (this.lineMap ??= new LineMap(this.text));
  }
  get json(): Tree {
    return (this.jsonTree ??= parseJson(this.text));
  }
  get hostfile(): HostfileSyntax {
    return (this.hostfileSyntax ??= parseHostfile(this.text));
  }
  get env(): EnvSyntax {
    return (this.envSyntax ??= parseEnv(this.text));
  }
  get script(): ScriptSyntax {
    return (this.scriptSyntax ??= parseScript(this.text));
  }
}

/** A file that was recognised, with the reason. */
export interface Document {
  readonly uri: string;
  readonly source: SourceText;
  readonly kind: DocumentKind;
  readonly detection: Detection;
}

/** What the host found at a URI. `skipped`: there, but not read (too large, or not text). */
export type FileState = SourceText | 'missing' | 'unreadable' | 'too-large' | 'binary';
