import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'

/** Returns the path of an invite link to a workspace, with a token as the server makes it. */
export const makeInvitePath = (workspaceId: string): string =>
  `/login/accept#token=${createWorkspaceToken(workspaceId)}`
