export { complete, resolveCompletion } from './completion';
export { definition, references } from './definition';
export { hints } from './hints';
export { hover } from './hover';
export { links } from './links';
export { status } from './status';
export { symbols } from './symbols';
export type { CompletionData, CompletionItem, CompletionKind, Definition, Hint, Hover, Link, OutlineSymbol, Status, SymbolKind } from './types';
