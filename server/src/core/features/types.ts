import type { DocumentKind } from '../model/detect';
import type { FilePlace } from '../model/fact';
import type { TextEdit } from '../text/edit';
import type { Text } from '../text/say';
import type { Span } from '../text/span';

/** What is known about the thing under the cursor. `contents` is Markdown. */
export interface Hover {
  readonly span: Span;
  readonly contents: Text;
}

export type CompletionKind = 'key' | 'section' | 'value' | 'flag' | 'variable' | 'file' | 'host';

/** Names what `resolveCompletion` looks up when the editor shows one item; plain data, so that it can travel. */
export type CompletionData =
  | { readonly of: 'option'; readonly path: string; readonly optimizer?: string; readonly scheduler?: string }
  | { readonly of: 'flag'; readonly launcher: string; readonly dest: string }
  | { readonly of: 'variable'; readonly name: string };

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label. */
  readonly detail?: Text;
  /** Items are shown in the order of these. */
  readonly sortText: string;
  /** What the typed part is compared with; the label if absent. */
  readonly filterText?: string;
  /** Replaces the typed part. */
  readonly edit: TextEdit;
  /** True when `edit.newText` is a snippet (`$1`, `${1:x}`), else it is plain. */
  readonly snippet: boolean;
  /** Edits elsewhere that the item needs: a comma after the member before. */
  readonly additional?: readonly TextEdit[];
  /** For `resolveCompletion`; absent when there is no more to say. */
  readonly data?: CompletionData;
}

/** A word that leads to a file. */
export interface Link {
  readonly span: Span;
  /** URI. */
  readonly target: string;
  readonly tooltip: Text;
}

/** Where the thing at `origin` comes from. */
export interface Definition {
  readonly origin: Span;
  readonly targets: readonly FilePlace[];
}

export type SymbolKind = 'host' | 'launch' | 'variable' | 'directive';

/** An entry of the outline. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: Text | undefined;
  readonly kind: SymbolKind;
  readonly span: Span;
  /** Within `span`. */
  readonly selection: Span;
}

/** A few words shown inside the text. */
export interface Hint {
  /** The words stand behind the character before this offset. */
  readonly offset: number;
  readonly label: Text;
  /** Markdown: how it was worked out. */
  readonly tooltip: Text | undefined;
}

/** What a file was taken for, and what is known about how it is used. */
export interface Status {
  readonly kind: DocumentKind;
  readonly title: Text;
  readonly details: readonly Text[];
}
