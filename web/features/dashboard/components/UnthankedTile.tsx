import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { GiveThanksButton } from '#web/shared/people/GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { allUnthankedUsersQuery, unthankedUsersQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import css from './dashboard.module.css'
import { RowSkeletons } from './ListTiles.tsx'
import { Tile } from './Tile.tsx'

type Unthanked = OutputOf<'leaderboards.unthanked'>['items']

function UnthankedList({ items }: { items: Unthanked }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  return (
    <ul className={css['people']}>
      {items.map(({ user, last_thanked: lastThanked }) => (
        <li key={user.id} className={css['thankable']}>
          <Link to="/profile/$id" params={{ id: user.id }} className={css['row']}>
            <UserAvatar user={user} size={34} />
            <span>
              <b>{name(user)}</b>
              <small>
                {lastThanked
                  ? t('unthanked.last', { day: formatDay(lastThanked) })
                  : t('unthanked.never')}
              </small>
            </span>
          </Link>
          <GiveThanksButton person={user} />
        </li>
      ))}
    </ul>
  )
}

/** Everyone without recognition in the range, page by page. */
function AllUnthankedDialog({ range, onClose }: { range: DateRange; onClose: () => void }) {
  const { t } = useTranslation('dashboard')
  const query = useInfiniteQuery(allUnthankedUsersQuery(range))
  const pages = query.data?.pages
  return (
    <Dialog
      title={t('unthanked.title')}
      close={t('common:close')}
      size="lg"
      isFullScreenOnPhone
      onClose={onClose}
    >
      <p className={css['small']}>
        {t('range.days', { from: formatDay(range.from), to: formatDay(range.to) })}
      </p>
      {query.isPending ? <RowSkeletons count={6} height={46} /> : null}
      {query.isError ? <ErrorState error={query.error} retry={() => void query.refetch()} /> : null}
      {pages ? <UnthankedList items={pages.flatMap(({ items }) => items)} /> : null}
      {query.hasNextPage ? (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void loadNextPage(query)}
        >
          {t('unthanked.more')}
        </Button>
      ) : null}
    </Dialog>
  )
}

/** The members without a recent thank-you, longest first; visible to administrators only. */
export function UnthankedTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const [showsAll, setShowsAll] = useState(false)
  const query = useQuery(unthankedUsersQuery(range))
  return (
    <Tile
      wide
      title={t('unthanked.title')}
      note={query.data && !query.data.hidden && query.data.total ? t('unthanked.text') : undefined}
      file={{ tile: 'unthanked' }}
      range={range}
      query={query}
      behind={query.data?.total ? undefined : { to: '/feed', text: t('unthanked.behind') }}
      empty={({ hidden, total }) => {
        if (hidden) return t('unthanked.hidden')
        return total ? undefined : t('unthanked.nobody')
      }}
      skeleton={
        <div className={css['people']}>
          <RowSkeletons count={4} height={46} />
        </div>
      }
    >
      {({ items, total, people }) => (
        <>
          <p className={css['small']}>
            {t('unthanked.count', {
              total: formatNumber(total),
              people: t('common:people', { count: people }),
            })}
          </p>
          <UnthankedList items={items} />
          {total > items.length ? (
            <Button variant="default" mt="md" onClick={() => setShowsAll(true)}>
              {t('unthanked.all')}
            </Button>
          ) : null}
          {showsAll ? (
            <AllUnthankedDialog range={range} onClose={() => setShowsAll(false)} />
          ) : null}
        </>
      )}
    </Tile>
  )
}
