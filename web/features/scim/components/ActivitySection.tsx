import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { type ScimOutcome, scimOutcomes } from '#contract/scim.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { scimActivityQuery } from '../api/queries.ts'
import css from './scim.module.css'

type Activity = OutputOf<'scim.activity'>['items'][number]

function ActivityRow({ activity }: { activity: Activity }) {
  const { t } = useTranslation('connections')
  const nameOf = usePersonName()
  const {
    settings: { timezone },
  } = useConfig()
  const { outcome, user, subject, fields, detail, dry_run: isDryRun } = activity
  return (
    <li className={css['row']}>
      <div>
        <strong>{user ? nameOf(user) : subject || activity.resource}</strong>{' '}
        <span className={css['badge']} data-failed={outcome === 'failed' || undefined}>
          {t(`scim.outcome.${outcome}`)}
        </span>{' '}
        {isDryRun ? <span className={css['badge']}>{t('scim.activity.dry_run')}</span> : null}
        <p className={css['text']}>{outcome === 'failed' ? detail : fields.join(', ')}</p>
        <small className={css['text']}>
          <time dateTime={activity.created_at}>
            {formatDateTime(activity.created_at, timezone)}
          </time>
          {` · ${activity.token}`}
        </small>
      </div>
    </li>
  )
}

/** What the provider asked for in the last 30 days, and what failed. */
export function ActivitySection() {
  const { t } = useTranslation('connections')
  const [outcome, setOutcome] = useState<ScimOutcome>()
  const activity = useInfiniteQuery(scimActivityQuery(outcome))
  return (
    <SettingsSection
      title={t('scim.activity.title')}
      text={t('scim.activity.text')}
      action={
        <NativeSelect
          aria-label={t('scim.activity.filter')}
          value={outcome ?? ''}
          data={[
            { value: '', label: t('scim.activity.all') },
            ...scimOutcomes.map((value) => ({ value, label: t(`scim.outcome.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setOutcome(scimOutcomes.find((name) => name === value))
          }
        />
      }
    >
      <div>
        <PagedList
          query={activity}
          texts={{ emptyText: t('scim.activity.empty'), more: t('scim.more') }}
          frame="div"
          skeletonHeights={[56, 56]}
        >
          {(items) => (
            <ul className={css['list']} aria-label={t('scim.activity.title')}>
              {items.map((one) => (
                <ActivityRow key={one.id} activity={one} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </SettingsSection>
  )
}
