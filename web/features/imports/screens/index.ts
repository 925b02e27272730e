// One chunk for import and bulk invite.
export { ImportScreen } from './ImportScreen.tsx'
export { BulkInviteScreen } from './BulkInviteScreen.tsx'
