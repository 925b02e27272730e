import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Award } from '#contract/schemas/awards.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { awardsQuery } from '../api/queries.ts'
import { ArchiveAwardDialog } from '../components/ArchiveAwardDialog.tsx'
import { AwardDialog } from '../components/AwardDialog.tsx'
import { AwardIdeas } from '../components/AwardIdeas.tsx'
import { AwardRow } from '../components/AwardRow.tsx'
import css from '../components/awards.module.css'
import type { AwardFormStart } from '../components/use-award-form.ts'

/** The archived awards in a list that unfolds; nothing without one. */
function ArchivedAwards({ awards }: { awards: Award[] }) {
  const { t } = useTranslation('organization')
  if (!awards.length) return null
  const title = t('awards.archived', { n: awards.length })
  return (
    <details className={css['archived']}>
      <summary>{title}</summary>
      <ul className={css['list']} aria-label={title}>
        {awards.map((award) => (
          <li key={award.id}>
            <AwardRow award={award} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function NoAwards({ onAdd }: { onAdd: (start: AwardFormStart) => void }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <Card>
        <EmptyState art="laurel" level={2} title={t('awards.empty')} text={t('awards.empty_text')}>
          <Button onClick={() => onAdd({})}>{t('awards.add')}</Button>
        </EmptyState>
      </Card>
      <AwardIdeas onChoose={(idea) => onAdd({ idea })} />
    </>
  )
}

/** /settings/awards: the awards that people may give, and who approves them. */
export function AwardSettingsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('awards.title'))
  const { data: awards = [], ...query } = useQuery(awardsQuery)
  const [start, setStart] = useState<AwardFormStart | null>(null)
  const [archiving, setArchiving] = useState<Award | null>(null)
  const isOpen = ({ archived_at: archivedAt }: Award) => archivedAt === null
  const openAwards = awards.filter(isOpen)
  return (
    <Page
      title={t('awards.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        openAwards.length ? (
          <Button disabled={openAwards.length >= limits.awards_max} onClick={() => setStart({})}>
            {t('awards.add')}
          </Button>
        ) : null
      }
    >
      {openAwards.length ? <p className={css['text']}>{t('awards.text')}</p> : null}
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={120} />
        </Card>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && !openAwards.length ? <NoAwards onAdd={setStart} /> : null}
      {openAwards.length ? (
        <ul className={css['list']} aria-label={t('awards.title')}>
          {openAwards.map((award) => (
            <li key={award.id}>
              <AwardRow
                award={award}
                onEdit={() => setStart({ award })}
                onArchive={() => setArchiving(award)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ArchivedAwards awards={awards.filter((award) => !isOpen(award))} />
      {start ? <AwardDialog start={start} onClose={() => setStart(null)} /> : null}
      {archiving ? (
        <ArchiveAwardDialog award={archiving} onClose={() => setArchiving(null)} />
      ) : null}
    </Page>
  )
}
