import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { statisticsQuery, unthankedUsersQuery, valueTrendsQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import { type SummarySentence, summarize } from '../summary.ts'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

/** `isGroup`: the figures are those of a group. */
function useSentenceText(isGroup: boolean) {
  const { t } = useTranslation('dashboard')
  const whose = isGroup ? 'group_' : ''
  return (sentence: SummarySentence): string => {
    switch (sentence.text) {
      case 'took_part':
      case 'took_part_same':
        return t(`summary.${whose}${sentence.text}`, { share: formatPercent(sentence.share / 100) })
      case 'took_part_up':
      case 'took_part_down':
        return t(`summary.${whose}${sentence.text}`, {
          share: formatPercent(sentence.share / 100),
          before: formatPercent(sentence.before / 100),
        })
      case 'took_part_of':
        return t('summary.took_part_of', {
          active: formatNumber(sentence.count),
          people: formatNumber(sentence.people),
        })
      case 'not_thanked':
        return t('summary.not_thanked', { count: sentence.count })
      case 'value_grew':
      case 'value_leads':
        return t(`summary.${sentence.text}`, {
          name: sentence.name,
          points: t('common:points', { count: sentence.points }),
        })
      case 'everyone_thanked':
      case 'first':
        return t(`summary.${sentence.text}`)
    }
  }
}

/** Summarizes the figures of the range in sentences. */
export function SummaryTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const toText = useSentenceText(range.group !== undefined)
  const unthanked = useQuery(unthankedUsersQuery(range))
  const trends = useQuery(valueTrendsQuery(range))
  // The sentences appear together, so that none moves while the user reads.
  const isWaiting = unthanked.isPending || trends.isPending
  const skeleton = <Skeleton className={css['summarySpace']} />
  return (
    <Tile
      title={t('summary.title')}
      range={range}
      query={useQuery(statisticsQuery(range))}
      wide
      empty={() => undefined}
      skeleton={skeleton}
    >
      {(statistics) =>
        isWaiting ? (
          skeleton
        ) : (
          <p className={css['summary']}>
            {summarize(statistics, unthanked.data, trends.data).map(toText).join(' ')}
          </p>
        )
      }
    </Tile>
  )
}
