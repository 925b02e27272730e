// What the page needs shortly after its start. One file, because the name of each file that loads
// later is part of the first page.
export { loadEmojiFontIfMissing } from '#web/ui/emoji-font.ts'
export { startFocusRecovery } from '#web/ui/focus-recovery.ts'
export { discardEarlyResponses } from '#web/lib/early-responses.ts'
