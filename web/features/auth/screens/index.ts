// One chunk for all sign-in screens: a visit of the first usually continues to the second.
export { LoginScreen, SignUpScreen } from './LoginScreen.tsx'
export { CodeCheckScreen } from './CodeCheckScreen.tsx'
export { TwoFactorScreen } from './TwoFactorScreen.tsx'
export { UndoEmailChangeScreen } from './UndoEmailChangeScreen.tsx'
export { InvitationScreen } from './InvitationScreen.tsx'
export { JoinScreen } from './JoinScreen.tsx'
export { SsoReturnScreen } from './SsoReturnScreen.tsx'
export { SsoTeamScreen } from './SsoTeamScreen.tsx'
