import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { groupsQuery, orgChartQuery } from '../api/queries.ts'
import { clampToOrgChartRange, type DateRange } from '../date-range.ts'
import { showsGroups } from '../prefetch.ts'
import { GroupsView } from './GroupsView.tsx'
import { PeopleGraphView } from './PeopleGraphView.tsx'
import { PeopleList } from './PeopleList.tsx'
import css from './recognition-graph.module.css'
import { Tile } from './Tile.tsx'

type OrgChart = OutputOf<'leaderboards.org_chart'>

/** Keeps its drawing while another range loads: the chart is the same until its data changes. */
const PeopleOverview = memo(function PeopleOverview({ org }: { org: OrgChart }) {
  const { t } = useTranslation('dashboard')
  const { connected, isolated } = useMemo(() => {
    const connectedIds = new Set(
      org.edges.flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId]),
    )
    return {
      connected: org.people.filter(({ id }) => connectedIds.has(id)),
      isolated: org.people.filter(({ id }) => !connectedIds.has(id)),
    }
  }, [org])
  return (
    <>
      <PeopleGraphView people={connected} edges={org.edges} />
      {org.more ? (
        <p className={css['hint']}>{t('org.more', { count: org.edges.length })}</p>
      ) : null}
      <PeopleList
        isThankable
        title={t('org.quiet', { count: isolated.length })}
        people={isolated}
      />
    </>
  )
})

function GraphSkeleton() {
  return (
    <div className={css['both']}>
      <Skeleton height={460} />
      <div>
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} height={46} mb={12} />
        ))}
      </div>
    </div>
  )
}

/** Who recognizes whom: the people of a small team, the groups of a large one. */
export function RecognitionGraphTile({ range: requestedRange }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const isLarge = showsGroups(useConfig())
  const range = clampToOrgChartRange(requestedRange)
  const people = useQuery({ ...orgChartQuery(range), enabled: !isLarge })
  const groups = useQuery({ ...groupsQuery(range), enabled: isLarge })
  const shared = {
    wide: true,
    title: t('org.title'),
    note: range.from > requestedRange.from ? t('since', { day: formatDay(range.from) }) : undefined,
    file: { tile: 'org_chart' },
    range,
    behind: { to: '/settings/team', text: t('org.behind') },
    skeleton: <GraphSkeleton />,
  } as const
  return isLarge ? (
    <Tile
      {...shared}
      query={groups}
      empty={(found) => (found.groups.length ? undefined : t('org.empty'))}
    >
      {(found) => <GroupsView key={`${found.from} ${found.to}`} data={found} range={range} />}
    </Tile>
  ) : (
    <Tile
      {...shared}
      query={people}
      empty={({ edges }) => (edges.length ? undefined : t('org.empty'))}
    >
      {(org) => <PeopleOverview key={`${org.from} ${org.to}`} org={org} />}
    </Tile>
  )
}
