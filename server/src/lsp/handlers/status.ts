import { status as statusOf } from '../../core/features';
import { isRecognisableName } from '../../core/model/recognise';
import { effectiveText } from '../../core/report/effective';
import { en, render } from '../../core/text/say';
import { canonical, directory, fileName } from '../../core/text/uri';
import { sizeLimit } from '../../host/host';
import { sourceOf } from '../convert';
import { effectiveSettingsRequest, statusRequest, type Status } from '../protocol';
import type { Guard } from '../server';
import type { Session } from '../session';

interface OfFile {
  readonly uri: string;
}

/** `shardlint/status` and `shardlint/effectiveSettings` */
export function status(session: Session, guard: Guard): void {
  const { connection, client } = session;
  connection.onRequest(
    statusRequest,
    guard<OfFile, Status | null>(statusRequest, null, async (params, token) => {
      const uri = canonical(params.uri);
      const skipped = skippedStatus(session, params.uri);
      if (skipped) return skipped;
      const found = statusOf(await session.projectFor(token), uri);
      return found ? { kind: found.kind, title: render(found.title, client.lang), detail: found.details.map((d) => render(d, client.lang)).join(' · ') } : null;
    }),
  );
  connection.onRequest(
    effectiveSettingsRequest,
    guard<OfFile, { text: string } | null>(effectiveSettingsRequest, null, async (params, token) => {
      const uri = canonical(params.uri);
      const project = await session.projectFor(token);
      if (!sourceOf(project, uri)) return null;
      const base = session.folders.find((f) => uri.startsWith(`${f}/`)) ?? directory(uri);
      const text = effectiveText({ project, uri, base, lang: client.lang, source: (u) => sourceOf(project, u) });
      return { text: text.replaceAll(/^(?=.)/gm, '// ') };
    }),
  );
}

/** A document that is ours by name and over the limit is named as left out. */
function skippedStatus(session: Session, uri: string): Status | undefined {
  const document = session.documents.get(uri);
  if (!document || !session.tooLarge(document) || !isRecognisableName(uri)) return undefined;
  const megabytes = sizeLimit / 1024 / 1024;
  return {
    kind: 'skipped',
    title: 'Shardlint',
    detail: render(en`${fileName(uri)} is over ${megabytes} MB and is not checked.`.zh`${fileName(uri)} 超过 ${megabytes} MB，未检查。`, session.client.lang),
    severity: 'warning',
  };
}
