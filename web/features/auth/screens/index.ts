// The sign-in screens come as one piece of code: whoever sees the first soon sees the second.
export { LoginScreen, SignUpScreen } from './LoginScreen.tsx'
export { CodeCheckScreen } from './CodeCheckScreen.tsx'
export { TwoFactorScreen } from './TwoFactorScreen.tsx'
export { UndoEmailChangeScreen } from './UndoEmailChangeScreen.tsx'
export { InvitationScreen } from './InvitationScreen.tsx'
