import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useSetWorthPolicy, worthPolicyQuery } from '../api/queries.ts'
import css from './finance.module.css'

/** Whether members see the worth of their points, and whether a lower one is announced. */
export function WorthForMembers() {
  const { t } = useTranslation('finance')
  const { data: policy } = useQuery(worthPolicyQuery)
  const save = useSetWorthPolicy({ onError: (error) => notifyError(t, error) })
  if (!policy)
    return (
      <Card aria-busy="true">
        <Skeleton height={80} />
      </Card>
    )
  return (
    <Card>
      <h2 className={css['heading']}>{t('members.title')}</h2>
      <div className={css['switches']}>
        <Switch
          label={t('members.shown')}
          description={t('members.shown_text')}
          checked={policy.shown_to_members}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ shown_to_members: event.currentTarget.checked })}
        />
        <Switch
          label={t('members.announced')}
          description={t('members.announced_text')}
          checked={policy.announced}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ announced: event.currentTarget.checked })}
        />
      </div>
    </Card>
  )
}
