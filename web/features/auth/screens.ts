// The sign-in screens come as one piece of code: whoever sees the first soon sees the second.
export { LoginScreen, SignUpScreen } from './screens/LoginScreen.tsx'
export { CodeCheckScreen } from './screens/CodeCheckScreen.tsx'
export { TwoFactorScreen } from './screens/SecondFactorScreen.tsx'
export { UndoEmailChangeScreen } from './screens/UndoAddressScreen.tsx'
export { InvitationScreen } from './screens/InvitationScreen.tsx'
