// One chunk for all account screens; the crop tool loads when a picture is chosen.
export { AddPhotoScreen } from './AddPhotoScreen.tsx'
export { ConnectApplicationScreen } from './ConnectApplicationScreen.tsx'
export { EditProfileScreen } from './EditProfileScreen.tsx'
export { GoodbyeScreen } from './GoodbyeScreen.tsx'
export { LinkChatScreen } from './LinkChatScreen.tsx'
export { RequiredTwoFactorScreen } from './RequiredTwoFactorScreen.tsx'
