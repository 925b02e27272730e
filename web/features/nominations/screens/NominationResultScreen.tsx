import { Button, Group as Row, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { downloadNominations, resultQuery, roundsQuery } from '../api/rounds.api.ts'
import { CancelRoundDialog } from '../components/CancelRoundDialog.tsx'
import { DepartmentReport } from '../components/DepartmentReport.tsx'
import css from '../components/result.module.css'
import { ResultTable } from '../components/ResultTable.tsx'
import { RoundDialog } from '../components/RoundDialog.tsx'
import { RoundOverview } from '../components/RoundOverview.tsx'
import { WinnersCard } from '../components/WinnersCard.tsx'

function BackLink() {
  const { t } = useTranslation('organization')
  return (
    <>
      <SettingsNavigation hasBackLink={false} />
      <Link to="/settings/nominations" className={backClass}>
        <BackArrow />
        <span>{t('nominations.title')}</span>
      </Link>
    </>
  )
}

/** Changes, cancels and exports a round, as far as its phase allows. */
function RoundActions({ round }: { round: NominationRound }) {
  const { t } = useTranslation('organization')
  const [dialog, setDialog] = useState<'edit' | 'cancel' | null>(null)
  const close = () => setDialog(null)
  const { id, name, phase } = round
  const isEditable = phase !== 'announced' && phase !== 'canceled'
  return (
    <Row gap={8}>
      {round.nominations ? (
        <DownloadMenu save={(format) => downloadNominations(id, name, format)}>
          {t('nominations.export')}
        </DownloadMenu>
      ) : null}
      {isEditable ? (
        <Button variant="default" onClick={() => setDialog('edit')}>
          {t('nominations.edit')}
        </Button>
      ) : null}
      {isEditable ? (
        <Button variant="subtle" color="red" onClick={() => setDialog('cancel')}>
          {t('nominations.cancel.action')}
        </Button>
      ) : null}
      {dialog === 'edit' ? <RoundDialog start={{ round }} onClose={close} /> : null}
      {dialog === 'cancel' ? <CancelRoundDialog round={round} onClose={close} /> : null}
    </Row>
  )
}

function RoundResult({ round }: { round: NominationRound }) {
  const { t } = useTranslation('organization')
  const { data: result, error, refetch } = useQuery(resultQuery(round.id))
  return (
    <>
      <RoundOverview round={round} result={result} />
      {!result && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!result && !error ? <Skeleton height={240} radius="lg" aria-busy="true" /> : null}
      {result && round.phase === 'ended' ? <WinnersCard round={round} result={result} /> : null}
      {result ? (
        <Card className={css['card']}>
          <h2>
            {t(round.phase === 'open' ? 'nominations.result.so_far' : 'nominations.result.title')}
          </h2>
          {result.nominees.length ? (
            <ResultTable round={round} result={result} />
          ) : (
            <EmptyState
              art="laurel"
              title={t('nominations.result.empty')}
              text={t('nominations.result.empty_text')}
            />
          )}
        </Card>
      ) : null}
      {result?.nominees.length ? <DepartmentReport roundId={round.id} /> : null}
    </>
  )
}

/** /settings/nominations/{id}: a round for its administrators, from the plan to the winners. */
export function NominationResultScreen() {
  const { t } = useTranslation('organization')
  const { id = '' } = useParams({ strict: false })
  const { data: rounds, error, refetch } = useQuery(roundsQuery)
  const round = rounds?.find((one) => one.id === id)
  const title = round ? `${round.emoji} ${round.name}` : t('nominations.title')
  usePageTitle(round?.name ?? title)
  if (rounds && !round) return <NotFound />
  return (
    <Page
      title={title}
      narrow
      back={<BackLink />}
      actions={round ? <RoundActions round={round} /> : null}
    >
      <div className={css['cards']}>
        {round ? <RoundResult round={round} /> : null}
        {!rounds && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {rounds || error ? null : <Skeleton height={280} aria-busy="true" />}
      </div>
    </Page>
  )
}
