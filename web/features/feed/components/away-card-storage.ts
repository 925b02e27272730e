import { storeIfPossible } from '#web/lib/browser-storage.ts'

const awayStorageKey = 'laurel.away'

/** Returns whether unread thanks have arrived since the reader hid the card. */
export const isAwayCardDue = (thanks: number): boolean =>
  thanks > Number(sessionStorage.getItem(awayStorageKey))
/** Hides the card until more thanks are unread. */
export const hideAwayCard = (thanks: number): void =>
  storeIfPossible('sessionStorage', awayStorageKey, String(thanks))
/** Lets thanks that were read since the card was hidden not hide later ones. */
export function forgetReadThanks(thanks: number): void {
  if (thanks < Number(sessionStorage.getItem(awayStorageKey))) hideAwayCard(thanks)
}
