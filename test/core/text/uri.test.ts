import assert from 'node:assert/strict';
import { test } from 'node:test';
import { URI, Utils } from 'vscode-uri';
import { directory, fileName } from '../../../server/src/core/text/uri';

const uris = [
  'file:///a', 'file:///a/b', 'file:///a/b/', 'file:///', 'file://host/a/b', 'untitled:Untitled-1', 'untitled:/a b/U', 'git:/x/ds.json?%7B%7D', 'file:///c%3A/x/y', 'file:///C:/x/y',
  'file:///a//b', 'file:///a/../b', 'file:///a/./b', 'file:///a/..', 'vscode-vfs://github/o/r/x', 'vscode-vfs:///o/r', 'file:///a/b?x', 'file:///a/b#c', 'file:///é/b', 'file:///a/-.~_', 'file:///..',
  'http:///a/b', 'file:///a%20b/c', 'file:///a/b%20c', 'file:///a(b)/c',
];

test('folders and names are those that the URI library gives', () => {
  for (const uri of uris) {
    assert.equal(directory(uri), Utils.dirname(URI.parse(uri)).toString(), uri);
    assert.equal(fileName(uri), Utils.basename(URI.parse(uri)), uri);
  }
});
