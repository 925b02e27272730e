import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** Returns the page after entering a team: the guided set-up for its first user. */
export const pathAfterEntry = ({
  abilities,
  workspace,
}: Pick<AppConfig, 'abilities' | 'workspace'>): '/setup' | '/welcome' =>
  abilities.includes('manage_settings') && workspace.users_count <= 1 ? '/setup' : '/welcome'
