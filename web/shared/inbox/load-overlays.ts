import { withMessages } from '#web/shared/load-code.ts'

/** Loads the popover and the live card of the inbox. */
export const loadInboxOverlays = withMessages(() => import('./overlays.ts'), 'inbox')
