import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AwardsSummary } from '#contract/schemas/awards.ts'
import { awardsSummaryQuery } from '#web/shared/awards/awards.api.ts'
import { OpenDecisionsBadge } from '#web/shared/awards/OpenDecisionsBadge.tsx'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { type GiftFilter, useGifts } from '../api/queries.ts'
import { AwardOffers } from '../components/AwardOffers.tsx'
import css from '../components/awards.module.css'
import { DelegateCard } from '../components/DelegateCard.tsx'
import { GiftCard } from '../components/GiftCard.tsx'

const tabs = ['give', 'decide', 'given', 'received'] as const
type Tab = (typeof tabs)[number]
const filters = {
  decide: 'to_decide',
  given: 'given',
  received: 'received',
} as const satisfies Record<Exclude<Tab, 'give'>, GiftFilter>

/** Returns the tabs that have something for the reader, and that of the address. */
function listTabs(summary: AwardsSummary, current: string | undefined): Tab[] {
  const isOffered: Record<Tab, boolean> = {
    give: summary.can_give,
    decide: summary.to_decide > 0 || summary.has_decided,
    given: summary.has_given,
    received: summary.has_received,
  }
  return tabs.filter((tab) => isOffered[tab] || tab === current)
}

function GiftList({ filter }: { filter: GiftFilter }) {
  const { t } = useTranslation('organization')
  const query = useGifts(filter)
  return (
    <PagedList
      query={query}
      frame="div"
      skeletonHeights={[180, 180]}
      texts={{
        empty: t(`awards.none.${filter}`),
        emptyText: t(`awards.none.${filter}_text`),
        more: t('team.more'),
      }}
    >
      {(gifts) => (
        <ul className={css['list']}>
          {gifts.map((gift) => (
            <li key={gift.id}>
              <GiftCard gift={gift} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function AwardTabs({ summary, current }: { summary: AwardsSummary; current: Tab }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <Tabs label={t('awards.title')}>
        {listTabs(summary, current).map((tab) => (
          <Link
            key={tab}
            to="/awards"
            search={{ tab }}
            className={tabClass}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(`awards.tab.${tab}`)}
            {tab === 'decide' ? <OpenDecisionsBadge count={summary.to_decide} /> : null}
          </Link>
        ))}
      </Tabs>
      {current === 'give' ? <AwardOffers /> : <GiftList filter={filters[current]} />}
      {current === 'decide' ? <DelegateCard /> : null}
    </>
  )
}

function NoAwards() {
  const { t } = useTranslation('organization')
  return (
    <Card>
      <EmptyState
        art="laurel"
        level={2}
        title={t('awards.none.title')}
        text={t('awards.none.text')}
      />
    </Card>
  )
}

/** /awards: the awards to give and to decide, and those given and received. */
export function AwardsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('awards.title'))
  const { tab } = useSearch({ from: '/shell/awards' })
  const { data: summary, ...query } = useQuery(awardsSummaryQuery)
  const [start, setStart] = useState<Tab>()
  // Open decisions wait for the reader, so they come before anything else. The tab stays after the
  // last decision.
  const first = summary?.to_decide ? 'decide' : summary && listTabs(summary, undefined)[0]
  if (!start && first) setStart(first)
  const current = tabs.find((one) => one === tab) ?? start
  return (
    <Page title={t('awards.title')} narrow>
      {query.isPending ? <Skeleton height={320} aria-busy="true" /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {summary && current ? <AwardTabs summary={summary} current={current} /> : null}
      {summary && !current ? <NoAwards /> : null}
    </Page>
  )
}
