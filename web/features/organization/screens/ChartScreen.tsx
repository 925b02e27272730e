import { Button, Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ChartPerson } from '#contract/schemas/organization.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { useChart } from '../api/queries.ts'
import css from '../components/organization.module.css'

/** A person of the chart. The card leads to their place, where the profile is linked. */
function PersonCard({ person }: { person: ChartPerson }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <Link to="/organization" search={{ user: person.id }} className={css['chartCard']}>
      <UserAvatar user={person} size={44} />
      <span className={css['what']}>
        <b>{nameOf(person)}</b>
        {person.job_title ? <small>{person.job_title}</small> : null}
        {person.reports ? <small>{t('team.reports', { count: person.reports })}</small> : null}
      </span>
      {person.reports ? <IconChevronRight size={18} aria-hidden="true" /> : null}
    </Link>
  )
}

/** The managers above a person, the highest first; the first link leads to the top. */
function ManagersAbove({ managers }: { managers: ChartPerson[] }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <nav aria-label={t('chart.path')} className={css['path']}>
      <Link to="/organization" search={{}}>
        {t('chart.top')}
      </Link>
      {managers.map((manager) => (
        <span key={manager.id}>
          <IconChevronRight size={14} aria-hidden="true" />
          <Link to="/organization" search={{ user: manager.id }}>
            {nameOf(manager)}
          </Link>
        </span>
      ))}
    </nav>
  )
}

function ChosenPerson({ person }: { person: ChartPerson }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <Card className={css['chosen']}>
      <UserAvatar user={person} size={72} />
      <div className={css['what']}>
        <h2>{nameOf(person)}</h2>
        {person.job_title ? <p>{person.job_title}</p> : null}
      </div>
      <Button component={Link} to={`/profile/${person.id}`} variant="default" size="sm">
        {t('chart.profile')}
      </Button>
    </Card>
  )
}

/** The chart from a person, or from the top: who is above, and who reports to them. */
function Chart({ userId }: { userId: string | null }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const chart = useChart(userId)
  if (chart.isPending) return <Skeleton height={240} />
  const first = chart.data?.pages[0]
  if (!first) return <ErrorState error={chart.error} retry={() => void chart.refetch()} />
  const { managers, person } = first
  const reports = chart.data?.pages.flatMap((page) => page.reports.items) ?? []
  return (
    <>
      {person ? <ManagersAbove managers={managers} /> : null}
      {person ? <ChosenPerson person={person} /> : null}
      {person && reports.length ? (
        <h3 className={css['reportsTitle']}>{t('chart.reports_of', { name: nameOf(person) })}</h3>
      ) : null}
      {reports.length ? (
        <ul className={css['cards']}>
          {reports.map((one) => (
            <li key={one.id}>
              <PersonCard person={one} />
            </li>
          ))}
        </ul>
      ) : null}
      {person && !reports.length ? (
        <p className={css['hint']}>{t('chart.no_reports', { name: nameOf(person) })}</p>
      ) : null}
      {!person && !reports.length ? (
        <Card>
          <EmptyState
            art="laurel"
            level={2}
            title={t('chart.empty')}
            text={t('chart.empty_text')}
          />
        </Card>
      ) : null}
      {chart.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={chart.isFetchingNextPage}
          onClick={() => void loadNextPage(chart)}
        >
          {t('team.more')}
        </Button>
      ) : null}
    </>
  )
}

/** /organization: who reports to whom, from the person in the address. */
export function ChartScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('chart.title'))
  const navigate = useNavigate()
  const { user } = useSearch({ strict: false })
  return (
    <Page title={t('chart.title')}>
      <p className={css['lead']}>{t('chart.text')}</p>
      <div className={css['search']}>
        <PersonSelect
          offersReader
          label={t('chart.search')}
          value={null}
          onChange={(person) => {
            if (person) void navigate({ to: '/organization', search: { user: person.id } })
          }}
        />
      </div>
      <Chart userId={user ?? null} />
    </Page>
  )
}
