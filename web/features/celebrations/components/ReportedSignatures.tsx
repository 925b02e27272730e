import { Button, Group as Row } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedSignature } from '#contract/schemas/group-cards.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { OccasionChip } from '#web/shared/posts/OccasionChip.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './celebrations.module.css'

const reportedQuery = queryOptions({
  queryKey: queryKey('group_cards', 'reported'),
  queryFn: ({ signal }) => call('group_cards.reported', { signal }),
})

function ReportedRow({ report }: { report: ReportedSignature }) {
  const { t } = useTranslation('celebrations')
  const nameOf = usePersonName()
  const client = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const decide = useCall('group_cards.decide', {
    input: (remove: boolean) => ({
      params: { id: report.card_id, user_id: report.user.id },
      body: { remove },
    }),
    updateCache: (rest) => client.setQueryData(reportedQuery.queryKey, rest),
    // Another administrator may have decided.
    refetchesOnError: () => true,
    onError: (error) => notifyError(t, error),
  })
  const submit = (remove: boolean) => {
    setIsRemoving(remove)
    decide.mutate(remove)
  }
  return (
    <li className={css['comingRow']}>
      <UserAvatar user={report.user} size={38} />
      <div className={css['comingHead']}>
        <b>{nameOf(report.user)}</b>
        <OccasionChip occasion={report.occasion} />
        <small>{t('reported.card', { name: nameOf(report.person) })}</small>
      </div>
      <span className={css['comingSide']}>
        <time dateTime={report.date}>{formatMonthDay(report.date)}</time>
      </span>
      <p dir="auto">{report.text}</p>
      {report.picture.url ? (
        <img
          className={css['reportedPicture']}
          src={report.picture.url}
          alt={t('reported.picture')}
          loading="lazy"
        />
      ) : null}
      <Row gap={8} className={css['decision'] ?? ''}>
        <Button
          size="compact-sm"
          color="red"
          variant="light"
          loading={decide.isPending && isRemoving}
          disabled={decide.isPending}
          onClick={() => submit(true)}
        >
          {t('reported.remove')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={decide.isPending && !isRemoving}
          disabled={decide.isPending}
          onClick={() => submit(false)}
        >
          {t('reported.keep')}
        </Button>
      </Row>
    </li>
  )
}

/** Signatures on cards that their person reported; nothing without any. */
export function ReportedSignatures() {
  const { t } = useTranslation('celebrations')
  const { data: reports } = useQuery(reportedQuery)
  if (!reports?.length) return null
  return (
    <div className={css['sections']}>
      <SettingsSection title={t('reported.title')} text={t('reported.text')}>
        <ul className={css['coming']}>
          {reports.map((report) => (
            <ReportedRow key={`${report.card_id} ${report.user.id}`} report={report} />
          ))}
        </ul>
      </SettingsSection>
    </div>
  )
}
