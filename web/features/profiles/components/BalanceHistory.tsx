import { Button, Skeleton } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowBackUp,
  IconCash,
  IconCoins,
  IconConfetti,
  IconDoorExit,
  IconGift,
  IconHeart,
  IconHourglassEmpty,
  IconTrash,
  IconTrophy,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { BalanceEntry, BalanceEntryType } from '#contract/schemas/balances.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatDateTime, formatNumber, formatSigned } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from './profile.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { loadNextPage } from '#web/shared/load-next-page.ts'

const icons: Record<BalanceEntryType, ComponentType<{ size: number }>> = {
  adjust: IconAdjustments,
  post: IconHeart,
  post_deleted: IconTrash,
  celebration: IconConfetti,
  award: IconTrophy,
  bonus: IconCoins,
  purchase: IconGift,
  purchase_declined: IconArrowBackUp,
  purchase_canceled: IconArrowBackUp,
  purchase_returned: IconArrowBackUp,
  lapsed: IconDoorExit,
  paid_out: IconCash,
  expired: IconHourglassEmpty,
}

/** Links to the source of an entry: the post, or the list that shows the purchase to the reader. */
function EntrySource({ entry, own }: { entry: BalanceEntry; own: boolean }) {
  const { t } = useTranslation('profile')
  const can = useCan()
  if (entry.type !== 'post_deleted' && entry.post_id)
    return (
      <Link to="/posts/$id" params={{ id: entry.post_id }} className={css['source']}>
        {t('sheet.show_post')}
      </Link>
    )
  if (!entry.purchase_id) return null
  if (own)
    return (
      <Link to="/rewards" search={{ tab: 'mine' }} className={css['source']}>
        {t('sheet.show_purchase')}
      </Link>
    )
  return can('manage_rewards') ? (
    <Link to="/settings/rewards/purchases" className={css['source']}>
      {t('sheet.show_purchase')}
    </Link>
  ) : null
}

function EntryRow({ entry, own }: { entry: BalanceEntry; own: boolean }) {
  const { t } = useTranslation('profile')
  const {
    settings: { timezone },
  } = useConfig()
  const name = usePersonName()
  const Icon = icons[entry.type]
  return (
    <li className={css['entry']}>
      <span className={css['icon']} data-good={entry.amount > 0} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={css['what']}>
        <b>
          {t(`entry.${entry.type}`, {
            name: entry.actor ? name(entry.actor) : t('common:former'),
            reward: entry.reward_title ?? '',
          })}
        </b>
        {entry.comment ? <p>{entry.comment}</p> : null}
        <small>
          <time dateTime={entry.created_at}>{formatDateTime(entry.created_at, timezone)}</time>
          <EntrySource entry={entry} own={own} />
        </small>
      </div>
      <div className={css['amount']} data-good={entry.amount > 0}>
        {formatSigned(entry.amount)}
      </div>
      <div className={css['after']}>
        <span>{t('sheet.after')} </span>
        {formatNumber(entry.balance)}
      </div>
    </li>
  )
}

function ExportBalanceButton({ id }: { id: string }) {
  const { t } = useTranslation('profile')
  return (
    <DownloadMenu
      size="sm"
      iconSize={16}
      save={(format) =>
        downloadFromApi(
          'coins.csv',
          { params: { id }, query: { format, bom: '1' } },
          `balance.${format}`,
        )
      }
    >
      {t('sheet.file')}
    </DownloadMenu>
  )
}

/** All balance entries of a user, newest first, with the balance after each. */
export function BalanceHistory({ id }: { id: string }) {
  const { t } = useTranslation('profile')
  const { user } = useConfig()
  const history = useInfiniteQuery({
    queryKey: queryKey('balances', id),
    queryFn: ({ pageParam, signal }) =>
      call('coins.list', { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  if (history.isPending)
    return (
      <Card aria-busy="true">
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height={48} mb={14} />
        ))}
      </Card>
    )
  if (history.isError && !history.data)
    return <ErrorState error={history.error} retry={() => void history.refetch()} />
  const entries = history.data.pages.flatMap((page) => page.items)
  if (!entries.length)
    return (
      <Card>
        <EmptyState art="laurel" title={t('sheet.empty')} text={t('sheet.empty_text')} />
      </Card>
    )
  return (
    <Card>
      <div className={css['sheetTop']}>
        <p>
          {t('sheet.now')}{' '}
          <b>{t('common:points', { count: history.data.pages[0]?.balance ?? 0 })}</b>
        </p>
        <ExportBalanceButton id={id} />
      </div>
      <div className={css['sheetHead']} aria-hidden="true">
        <span>{t('sheet.what')}</span>
        <span>{t('sheet.amount')}</span>
        <span>{t('sheet.after')}</span>
      </div>
      <ul className={css['sheet']} aria-label={t('tab.sheet')}>
        {entries.map((entry) => (
          <EntryRow key={`${entry.id}${entry.balance}`} entry={entry} own={id === user.id} />
        ))}
      </ul>
      {history.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={history.isFetchingNextPage}
          onClick={() => void loadNextPage(history)}
        >
          {t('sheet.more')}
        </Button>
      ) : null}
    </Card>
  )
}
