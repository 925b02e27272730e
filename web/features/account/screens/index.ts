// What belongs to oneself comes as one piece of code; the tool that crops pictures only when a
// picture is chosen.
export { AddPhotoScreen } from './AddPhotoScreen.tsx'
export { EditProfileScreen } from './EditProfileScreen.tsx'
export { GoodbyeScreen } from './GoodbyeScreen.tsx'
