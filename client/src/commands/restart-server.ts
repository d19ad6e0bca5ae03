import type { Session } from '../session';

export const restartServer = (session: Session): Promise<void> => session.restart();
