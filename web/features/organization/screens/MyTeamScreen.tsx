import { Button, SegmentedControl, Skeleton, Switch } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { describeAway } from '#web/shared/leave/away.ts'
import { OwnBudgets } from '#web/shared/budgets/OwnBudgets.tsx'
import { PagedList } from '#web/shared/PagedList.tsx'
import { DateRow } from '#web/shared/people/DateRow.tsx'
import { GiveThanksButton } from '#web/shared/people/GiveThanks.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { type TeamScope, useTeam, useTeamSummary } from '../api/queries.ts'
import { AwayDialog } from '../components/AwayDialog.tsx'
import { IntroduceDialog } from '../components/IntroduceDialog.tsx'
import css from '../components/organization.module.css'

type TeamPerson = OutputOf<'organization.team'>['items'][number]

function TeamRow({ person }: { person: TeamPerson }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { settings } = useConfig()
  const [isOpen, setIsOpen] = useState(false)
  const [isIntroducing, setIsIntroducing] = useState(false)
  const { last_thanked_on: lastDay } = person
  const away = describeAway(t, person.away, todayInTimezone(settings.timezone))
  const name = nameOf(person)
  return (
    <li className={css['person']}>
      <UserAvatar user={person} size={44} />
      <div className={css['what']}>
        <Link to="/profile/$id" params={{ id: person.id }} className={css['name']}>
          {name}
        </Link>
        {person.job_title ? <p>{person.job_title}</p> : null}
        <p>
          {lastDay ? t('team.last', { date: formatDay(lastDay) }) : t('team.never')}
          {person.reports ? (
            <>
              {' · '}
              <Link to="/organization" search={{ user: person.id }}>
                {t('team.reports', { count: person.reports })}
              </Link>
            </>
          ) : null}
        </p>
        {away ? <p className={css['away']}>{away}</p> : null}
      </div>
      <div className={css['actions']}>
        {person.is_new ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('introduce.action_for', { name })}
            onClick={() => setIsIntroducing(true)}
          >
            {t('introduce.action')}
          </Button>
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t(away ? 'away.change_for' : 'away.set_for', { name })}
          onClick={() => setIsOpen(true)}
        >
          {away ? t('away.change') : t('away.set')}
        </Button>
        <GiveThanksButton person={person} />
      </div>
      {isIntroducing ? (
        <IntroduceDialog person={person} onClose={() => setIsIntroducing(false)} />
      ) : null}
      {isOpen ? <AwayDialog person={person} onClose={() => setIsOpen(false)} /> : null}
    </li>
  )
}

/** The coming dates of the team, and the values of its thanks. */
function TeamSummary({ scope, total }: { scope: TeamScope; total: number }) {
  const { t } = useTranslation('organization')
  const { data, isPending } = useTeamSummary(scope)
  if (isPending) return <Skeleton height={180} />
  if (!data) return null
  const most = Math.max(...data.values.map(({ posts }) => posts), 1)
  const fewText = t('team.values_hidden', { count: limits.group_figures_min })
  return (
    <>
      <Card>
        <h2 className={css['cardTitle']}>{t('team.dates')}</h2>
        {data.dates.length ? (
          <ul className={css['plainList']}>
            {data.dates.map((date) => (
              <DateRow key={`${date.user.id} ${date.kind}`} date={date} />
            ))}
          </ul>
        ) : (
          <p className={css['hint']}>{t('team.no_dates')}</p>
        )}
      </Card>
      {total >= limits.group_figures_min && !data.values.length ? null : (
        <Card>
          <h2 className={css['cardTitle']}>{t('team.values')}</h2>
          <p className={css['hint']}>{data.values.length ? t('team.values_text') : fewText}</p>
          <ul className={css['plainList']}>
            {data.values.map(({ id, name, emoji, posts }) => (
              <li key={id} className={css['value']}>
                <span>
                  {emoji} {name}
                </span>
                <b>{formatNumber(posts)}</b>
                <span className={css['track']} aria-hidden="true">
                  <span style={{ width: `${(posts / most) * 100}%` }} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** Whom the list shows. The address keeps it for a return from a profile. */
function useListedTeam() {
  const address: { scope?: unknown; show?: unknown } = useSearch({ strict: false })
  const scope: TeamScope = address.scope === 'all' ? 'all' : 'direct'
  const isUnthanked = address.show === 'unthanked'
  const navigate = useNavigate()
  const show = (next: { scope: TeamScope; isUnthanked: boolean }) =>
    void navigate({
      to: '/my-team',
      search: {
        scope: next.scope === 'all' ? next.scope : undefined,
        show: next.isUnthanked ? 'unthanked' : undefined,
      },
      replace: true,
      resetScroll: false,
    })
  return { scope, isUnthanked, show }
}

/** /my-team: the people who report to the reader. */
export function MyTeamScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('team.title'))
  const { scope, isUnthanked, show } = useListedTeam()
  const team = useTeam({ scope, ...(isUnthanked ? { unthanked: 'true' as const } : {}) })
  const counts = team.data?.pages[0]
  const isFiltered = isUnthanked && (counts?.total ?? 0) > 0
  return (
    <Page
      title={t('team.title')}
      actions={
        <Button component={Link} to="/organization" variant="default">
          {t('team.chart')}
        </Button>
      }
    >
      <p className={css['lead']}>{t('team.text')}</p>
      <div className={css['columns']}>
        <div>
          <div className={css['toolbar']}>
            <SegmentedControl
              aria-label={t('team.scope')}
              value={scope}
              onChange={(next) => show({ scope: next, isUnthanked })}
              data={[
                { value: 'direct', label: t('team.direct') },
                { value: 'all', label: t('team.all') },
              ]}
            />
            <Switch
              checked={isUnthanked}
              label={`${t('team.unthanked')}${counts ? ` (${formatNumber(counts.unthanked)})` : ''}`}
              onChange={(event) => show({ scope, isUnthanked: event.currentTarget.checked })}
            />
          </div>
          <PagedList
            query={team}
            frame={Card}
            skeletonHeights={[56, 56, 56]}
            texts={{
              empty: isFiltered ? t('team.all_thanked') : t('team.empty'),
              emptyText: isFiltered ? t('team.all_thanked_text') : t('team.empty_text'),
              more: t('team.more'),
            }}
          >
            {(people) => (
              <ul className={css['plainList']}>
                {people.map((person) => (
                  <TeamRow key={person.id} person={person} />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
        <aside className={css['aside']}>
          <OwnBudgets />
          {counts?.total ? <TeamSummary scope={scope} total={counts.total} /> : null}
        </aside>
      </div>
    </Page>
  )
}
