import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Entry } from '#contract/coins.ts'
import { useConfig } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { usePersonName } from '#web/app/person.ts'
import { call } from '#web/lib/client.ts'
import { formatDateTime, formatNumber, formatSigned } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import css from './profile.module.css'

function useWords(): (entry: Entry) => string {
  const { t } = useTranslation('profile')
  const name = usePersonName()
  return (entry) => t(`entry.${entry.type}`, { name: entry.actor ? name(entry.actor) : '', reward: entry.reward_title ?? '' })
}

/** Every movement of somebody's points, newest first, with the balance after each. */
export function BalanceSheet({ id }: { id: string }) {
  const { t } = useTranslation('profile')
  const { settings: { timezone } } = useConfig()
  const words = useWords()
  const sheet = useInfiniteQuery({
    queryKey: ['coins', id],
    queryFn: ({ pageParam, signal }) => call('coins.list', { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  if (sheet.isPending) return <Card aria-busy="true">{Array.from({ length: 5 }, (_, index) => <Skeleton key={index} height={40} mb={12} />)}</Card>
  if (sheet.isError) return <Failure error={sheet.error} retry={() => void sheet.refetch()} />
  const entries = sheet.data.pages.flatMap((page) => page.items)
  if (!entries.length) return <Card><Notice art="laurel" title={t('sheet.empty')} text={t('sheet.empty_text')} /></Card>
  return (
    <Card>
      <div className={css['sheetHead']} aria-hidden="true"><span>{t('sheet.what')}</span><span>{t('sheet.amount')}</span><span>{t('sheet.after')}</span></div>
      <ul className={css['sheet']} aria-label={t('tab.sheet')}>
        {entries.map((entry) => (
          <li key={`${entry.id}${entry.balance}`} className={css['entry']}>
            <div className={css['what']}>{words(entry)}{entry.comment ? ` · ${entry.comment}` : ''}<small><time dateTime={entry.created_at}>{formatDateTime(entry.created_at, timezone)}</time></small></div>
            <div className={css['amount']} style={{ color: entry.amount > 0 ? 'var(--good)' : undefined }}>{formatSigned(entry.amount)}</div>
            <div className={css['after']}><span className="sr-only">{t('sheet.after')} </span>{formatNumber(entry.balance)}</div>
          </li>
        ))}
      </ul>
      {sheet.hasNextPage ? <Button variant="default" mt="md" loading={sheet.isFetchingNextPage} onClick={() => void sheet.fetchNextPage()}>{t('sheet.more')}</Button> : null}
    </Card>
  )
}
