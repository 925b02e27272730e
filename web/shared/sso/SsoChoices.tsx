import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SsoChoice } from '#contract/schemas/sso.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { firstGrapheme } from '#web/ui/initials.ts'
import css from './sso.module.css'
import { startSsoSignIn } from './tab-sign-in.ts'

/** The logo of a team, or the first letter of its name. */
export function TeamMark({
  team,
  large = false,
}: {
  team: SsoChoice['workspace']
  large?: boolean
}) {
  return (
    <span className={css['mark']} data-large={large || undefined} aria-hidden="true">
      {team.logo.url ? <img src={team.logo.url} alt="" /> : firstGrapheme(team.name)}
    </span>
  )
}

/** Returns the choices of each team, in their order. */
function groupByTeam(choices: readonly SsoChoice[]): SsoChoice[][] {
  const teams = new Map<string, SsoChoice[]>()
  for (const choice of choices)
    teams.set(choice.workspace_id, [...(teams.get(choice.workspace_id) ?? []), choice])
  return [...teams.values()]
}

/** Returns the team of the choices if all belong to one. */
export function onlyTeamOf(choices: readonly SsoChoice[]): SsoChoice['workspace'] | null {
  const [first] = choices
  return first && choices.every(({ workspace_id: id }) => id === first.workspace_id)
    ? first.workspace
    : null
}

/** A button for each connection, under the name of its team if there are several teams. */
export function SsoChoices({
  choices,
  next,
}: {
  choices: readonly SsoChoice[]
  next?: string | undefined
}) {
  const { t } = useTranslation('auth')
  const start = useMutation({ mutationFn: (choice: SsoChoice) => startSsoSignIn(choice, next) })
  // The browser leaves the page after the answer.
  const isLeaving = start.isPending || start.isSuccess
  const teams = groupByTeam(choices)
  return (
    <div className={css['choices']}>
      {start.error ? (
        <Alert color="red" role="alert">
          {callErrorText(t, start.error)}
        </Alert>
      ) : null}
      {teams.map((ofTeam) => (
        <div key={ofTeam[0]?.workspace_id} className={css['team']}>
          {teams.length > 1 && ofTeam[0] ? (
            <h2>
              <TeamMark team={ofTeam[0].workspace} />
              {ofTeam[0].workspace.name}
            </h2>
          ) : null}
          {ofTeam.map((choice) => (
            <Button
              key={choice.connection_id}
              fullWidth
              size="md"
              className="wraps"
              loading={isLeaving && start.variables?.connection_id === choice.connection_id}
              disabled={isLeaving}
              onClick={() => start.mutate(choice)}
            >
              {t('sso.continue', { name: choice.name })}
            </Button>
          ))}
        </div>
      ))}
    </div>
  )
}
