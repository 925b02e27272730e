// Import and bulk upload come as one piece of code.
export { ImportScreen } from './screens/ImportScreen.tsx'
export { BulkInviteScreen } from './screens/BulkUploadScreen.tsx'
