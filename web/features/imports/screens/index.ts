// One chunk for import and invite.
export { ImportScreen } from './ImportScreen.tsx'
export { InviteScreen } from './InviteScreen.tsx'
