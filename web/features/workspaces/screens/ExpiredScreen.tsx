import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leave } from '#web/app/acts.ts'
import { configQuery, useConfig } from '#web/app/config.ts'
import { EntryLayout, entryCss as css } from '#web/app/EntryLayout.tsx'
import { tell, tellError } from '#web/app/errors.ts'
import { withTexts } from '#web/app/installed.ts'
import { TeamSwitcher } from '#web/app/TeamSwitcher.tsx'
import { useTitle } from '#web/app/title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { later } from '#web/ui/later.tsx'

const code = withTexts(() => import('#web/app/leaving/OwnMatters.tsx'), 'leaving')
const OwnMatters = later(
  () => code().then((loaded) => loaded.OwnMatters),
  () => null,
)
const points = [
  ['🌿', 'safe'],
  ['💳', 'who'],
  ['✨', 'back'],
] as const

/**
 * /expired: nobody pays for the team now. What is safe, who can help, and a way to look again; the
 * guard leads on once it is active.
 */
export function ExpiredScreen() {
  const { t } = useTranslation('auth')
  const { workspace, workspaces_count, impersonated } = useConfig()
  const client = useQueryClient()
  const [switching, setSwitching] = useState(false)
  useTitle(t('expired.title'))
  const look = useMutation({
    mutationFn: () => client.fetchQuery({ ...configQuery, staleTime: 0 }),
    onSuccess: (config) => {
      if (!config.workspace.billing_active) tell(t('expired.still'))
    },
    onError: (error) => tellError(t, error),
  })
  return (
    <EntryLayout title={t('expired.title')} lead={t('expired.lead', { team: workspace.name })}>
      <ul className={css['steps']}>
        {points.map(([emoji, key]) => (
          <li key={key}>
            <span aria-hidden="true">{emoji}</span>
            <div>
              <strong>{t(`expired.${key}`)}</strong>
              <p>{t(`expired.${key}_text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button fullWidth size="md" loading={look.isPending} onClick={() => look.mutate()}>
        {t('expired.action')}
      </Button>
      {workspaces_count > 1 && !impersonated ? (
        <Button fullWidth size="md" variant="default" mt="sm" onClick={() => setSwitching(true)}>
          {t('common:switcher.title')}
        </Button>
      ) : null}
      <Button fullWidth size="md" variant="subtle" mt="sm" onClick={() => void leave()}>
        {t('common:menu.logout')}
      </Button>
      <OwnMatters />
      {switching ? <TeamSwitcher onClose={() => setSwitching(false)} /> : null}
    </EntryLayout>
  )
}
