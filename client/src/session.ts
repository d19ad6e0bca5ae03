import { EventEmitter, window, type Event, type LogOutputChannel } from 'vscode';
import { CloseAction, ErrorAction, RevealOutputChannelOn, type BaseLanguageClient, type LanguageClientOptions } from 'vscode-languageclient';
import { en } from '../../server/src/core/text/say';
import { documentSelector } from './recognise';
import { rulePageMiddleware } from './rule-pages';
import { initializationOptions, say } from './settings';

/** What differs between the desktop and the web. */
export interface Platform {
  createClient(options: LanguageClientOptions): BaseLanguageClient;
}

export type SessionState = 'idle' | 'starting' | 'running' | 'failed';

/** The one language server of a window: started when it is first needed, restarted on demand. */
export interface Session {
  readonly state: SessionState;
  /** Undefined unless `state` is `running`. */
  readonly client: BaseLanguageClient | undefined;
  readonly output: LogOutputChannel;
  readonly onDidChangeState: Event<SessionState>;
  /** Starts the server unless it runs, or has failed: then only `restart` tries again. */
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  dispose(): void;
}

/** So many unexpected ends of the server in a row, within so many ms, are taken for a fault that a restart does not mend. */
const maxCrashes = 4;
const crashWindow = 180_000;

export function createSession(platform: Platform): Session {
  const output = window.createOutputChannel('Shardlint', { log: true });
  const changed = new EventEmitter<SessionState>();
  let state: SessionState = 'idle';
  let client: BaseLanguageClient | undefined;
  let told = false;
  let crashes: number[] = [];
  // Starting and stopping never overlap: each waits for the one before.
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>): Promise<void> => (queue = queue.then(step, step));

  const become = (next: SessionState): void => {
    if (state === next) return;
    state = next;
    changed.fire(next);
  };

  function fail(error: unknown): void {
    output.error(error instanceof Error ? error : String(error));
    become('failed');
    if (told) return;
    told = true;
    const show = say(en`Show output`.zh`显示输出`);
    void window.showErrorMessage(say(en`The Shardlint server does not run.`.zh`Shardlint 服务器未能运行。`), show).then((answer) => {
      if (answer === show) output.show();
    });
  }

  const options = (): LanguageClientOptions => ({
    documentSelector,
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: initializationOptions(),
    initializationFailedHandler: () => false,
    // Texts of the linted files end up in hovers: no command but this one is reachable from there.
    markdown: { isTrusted: { enabledCommands: ['shardlint.showDocumentation'] } },
    middleware: rulePageMiddleware(),
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const now = Date.now();
        crashes = [...crashes.filter((t) => now - t < crashWindow), now];
        if (crashes.length < maxCrashes) return { action: CloseAction.Restart, handled: true };
        fail(`the server ended ${crashes.length} times within ${crashWindow / 60_000} minutes`);
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
  });

  async function start(): Promise<void> {
    if (state !== 'idle') return;
    become('starting');
    try {
      client = platform.createClient(options());
      await client.start();
      become('running');
    } catch (error) {
      client = undefined;
      fail(error);
    }
  }

  async function stop(): Promise<void> {
    const last = client;
    client = undefined;
    try {
      await last?.dispose();
    } catch (error) {
      output.error(error instanceof Error ? error : String(error));
    }
    become('idle');
  }

  return {
    get state() {
      return state;
    },
    get client() {
      return state === 'running' ? client : undefined;
    },
    output,
    onDidChangeState: changed.event,
    start: () => inTurn(start),
    stop: () => inTurn(stop),
    restart: () =>
      inTurn(async () => {
        crashes = [];
        told = false;
        await stop();
        await start();
      }),
    dispose: () => {
      changed.dispose();
      output.dispose();
    },
  };
}
