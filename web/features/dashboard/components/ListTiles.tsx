import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { ValuesChart } from '#web/shared/charts/recognition-charts.tsx'
import { useConfig, useCan } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { TopicChips } from '#web/shared/topics/TopicChips.tsx'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { leadersQuery, statisticsQuery, topicsQuery, valueSharesQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

export const RowSkeletons = ({ count, height = 40 }: { count: number; height?: number }) => (
  <>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} height={height} mb={8} />
    ))}
  </>
)

/** The values' shares of the points; each value links to its posts. */
export function ValuesTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const { values } = useConfig()
  return (
    <Tile
      title={t('values.title')}
      file={{ tile: 'values' }}
      range={range}
      query={useQuery(valueSharesQuery(range))}
      behind={{ to: '/settings/values', text: t('values.behind') }}
      empty={(shares) => (shares.some(({ score }) => score > 0) ? undefined : t('values.empty'))}
      skeleton={
        <div className={css['ringRow']}>
          <Skeleton circle height={168} />
          <div style={{ flex: 1 }}>
            <RowSkeletons count={5} height={20} />
          </div>
        </div>
      }
    >
      {(shares) => (
        <ValuesChart
          shares={shares.filter(({ score }) => score > 0)}
          renderName={(id, name) =>
            values.some((value) => value.id === id) ? (
              <Link to="/feed" search={{ value: id }} className={css['behindName'] ?? ''}>
                {name}
              </Link>
            ) : (
              name
            )
          }
        />
      )}
    </Tile>
  )
}

/**
 * The top givers or receivers, for administrators, independent of the feed's leaderboard setting.
 */
export function LeadersTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [direction, setDirection] = useState<'received' | 'given'>('received')
  return (
    <Tile
      title={t('leaders.title')}
      file={{ tile: 'leaders', direction }}
      range={range}
      query={useQuery(leadersQuery(range, direction))}
      behind={{ to: '/settings/global', text: t('leaders.behind') }}
      empty={({ items }) => (items.length ? undefined : t('leaders.empty'))}
      skeleton={<RowSkeletons count={5} height={46} />}
      tools={
        <SegmentedControl
          size="sm"
          radius="xl"
          mb={12}
          aria-label={t('leaders.label')}
          value={direction}
          onChange={setDirection}
          data={(['received', 'given'] as const).map((value) => ({
            value,
            label: t(`leaders.${value}`),
          }))}
        />
      }
    >
      {({ items }) => (
        <ol className={css['rows']}>
          {items.map((leader) => (
            <li key={leader.user_id}>
              <Link to="/profile/$id" params={{ id: leader.user_id }} className={css['row']}>
                <span className={css['rank']}>{formatNumber(leader.rank)}</span>
                <UserAvatar user={leader.user} size={34} />
                <span>
                  <b>{name(leader.user)}</b>
                  <small>{formatPercent(leader.share / 100)}</small>
                </span>
                <PointsBadge
                  text={formatNumber(leader.score)}
                  label={t('common:points', { count: leader.score })}
                />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Tile>
  )
}

/** The most redeemed rewards. */
export function RewardsTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const can = useCan()
  const query = useQuery(statisticsQuery(range))
  return (
    <Tile
      title={t('rewards.title')}
      file={{ tile: 'popular_rewards' }}
      range={range}
      query={query}
      behind={{
        to: can('manage_rewards') ? '/settings/rewards/purchases' : '/rewards',
        text: can('manage_rewards') ? t('rewards.behind') : t('rewards.shop'),
      }}
      empty={({ popular_rewards: popularRewards }) =>
        popularRewards.length ? undefined : t('rewards.empty')
      }
      skeleton={<RowSkeletons count={5} height={46} />}
    >
      {({ popular_rewards: popularRewards }) => (
        <ol className={css['rows']}>
          {popularRewards.map(({ reward, purchases, points }, index) => (
            <li key={reward.id} className={css['row']}>
              <span className={css['rank']}>{formatNumber(index + 1)}</span>
              <span className={css['art']} aria-hidden="true">
                {reward.picture.url ? (
                  <img src={reward.picture.url} alt="" />
                ) : (
                  reward.emoji || '🎁'
                )}
              </span>
              <span>
                <b>{reward.title}</b>
                <small>{t('rewards.times', { count: purchases })}</small>
              </span>
              <PointsBadge
                text={formatNumber(points)}
                label={t('common:points', { count: points })}
              />
            </li>
          ))}
        </ol>
      )}
    </Tile>
  )
}

/** The topics of public posts, in one language or in all. */
export function TopicsTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const [language, setLanguage] = useState<Language>()
  const query = useQuery(topicsQuery(range, language))
  const languages = query.data?.languages ?? []
  return (
    <Tile
      title={t('topics.title')}
      file={{ tile: 'common_topics', ...(language ? { language } : {}) }}
      range={range}
      query={query}
      behind={{ to: '/feed', text: t('topics.behind') }}
      empty={({ items }) => (items.length ? undefined : t('topics.empty'))}
      skeleton={
        <div className={css['chips']}>
          {[90, 120, 70, 110, 80, 100, 60, 130].map((width) => (
            <Skeleton key={width} height={30} width={width} radius="xl" />
          ))}
        </div>
      }
      tools={
        languages.length > 1 || language ? (
          <NativeSelect
            mb={12}
            aria-label={t('topics.language')}
            value={language ?? 'all'}
            onChange={(event) =>
              setLanguage(
                event.currentTarget.value === 'all'
                  ? undefined
                  : (event.currentTarget.value as Language),
              )
            }
            data={[
              { value: 'all', label: t('topics.all') },
              ...languages.map((option) => ({
                value: option.language,
                label: [
                  languageNames[option.language],
                  t('common:posts', { count: option.posts }),
                ].join(' · '),
              })),
            ]}
          />
        ) : null
      }
    >
      {({ items }) => <TopicChips topics={items} label={t('topics.title')} />}
    </Tile>
  )
}
