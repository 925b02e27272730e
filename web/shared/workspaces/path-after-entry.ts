import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** Returns the page after the entry: the guided set-up for the first person of a team. */
export const pathAfterEntry = ({
  abilities,
  workspace,
}: Pick<AppConfig, 'abilities' | 'workspace'>): '/setup' | '/welcome' =>
  abilities.includes('manage_settings') && workspace.users_count <= 1 ? '/setup' : '/welcome'
