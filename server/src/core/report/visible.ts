/*
 * Text from files on its way to a terminal or a log: a control character could move the cursor, recolour the screen or
 * turn the reading direction, so each shows as a replacement character of the same place.
 */
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export const visible = (text: string): string => text.replaceAll(hidden, '\uFFFD');

/** For what has to stay on one line: paths, messages. */
export const oneLine = (text: string): string => visible(text.replaceAll(/\r\n|[\r\n\t]/g, ' '));
