// Import and bulk upload come as one piece of code.
export { ImportScreen } from './ImportScreen.tsx'
export { BulkInviteScreen } from './BulkInviteScreen.tsx'
