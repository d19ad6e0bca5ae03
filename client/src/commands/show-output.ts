import type { Session } from '../session';

export const showOutput = (session: Session): void => session.output.show();
