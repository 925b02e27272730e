// What belongs to oneself comes as one piece of code; the tool that crops pictures only when a
// picture is chosen.
export { AddPhotoScreen } from './screens/AddPhotoScreen.tsx'
export { EditProfileScreen } from './screens/EditProfileScreen.tsx'
export { GoodbyeScreen } from './screens/GoodbyeScreen.tsx'
