// What came of a pair on the library itself, in words.

import type { PairConfirmation } from '../../engines/library/confirm/confirm.js';

/** Paragraphs; the schedule, where there is one, is the last. */
export function confirmationTexts(confirmation: PairConfirmation): readonly string[] {
  switch (confirmation.kind) {
    case 'confirmed': {
      const { setUp, calls, harm, schedule } = confirmation;
      return [
        `confirmed, ${harm.kind === 'harmful' ? 'harmful' : 'not shown to be harmful'}: ${harm.because}`,
        `in ${setUp}, with ${calls.join(', ')}`,
        `schedule: ${schedule}`,
      ];
    }
    case 'refuted':
      return [`refuted: the two never overlap on a common byte, within ${confirmation.bounds}`];
    case 'open':
      return [`open: ${confirmation.because}`];
  }
}
