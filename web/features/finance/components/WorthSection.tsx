import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { pointWorthsQuery } from '#web/shared/points/point-worths.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { DeleteWorthDialog } from './DeleteWorthDialog.tsx'
import css from './finance.module.css'
import { WorthDialog, type WorthStart } from './WorthDialog.tsx'
import { groupWorths } from './worth-groups.ts'
import { WorthRow } from './WorthRow.tsx'

/** What 100 points are worth, by country, with coming and earlier amounts. */
export function WorthSection() {
  const { t } = useTranslation('finance')
  const { data: worths = [], ...query } = useQuery(pointWorthsQuery)
  const [start, setStart] = useState<WorthStart | null>(null)
  const [worthToDelete, setWorthToDelete] = useState<PointWorth | null>(null)
  const groups = groupWorths(worths)
  if (query.isPending)
    return (
      <Card aria-busy="true">
        <Skeleton height={120} />
      </Card>
    )
  if (query.isLoadingError)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return (
    <Card>
      {groups.length ? (
        <>
          <div className={css['head']}>
            <h2>{t('worth.title')}</h2>
            <Button
              size="compact-sm"
              h={34}
              variant="default"
              disabled={worths.length >= limits.point_worths_max}
              onClick={() => setStart({})}
            >
              {t('worth.add')}
            </Button>
          </div>
          <p className={css['text']}>{t('worth.text')}</p>
          <ul className={css['list']} aria-label={t('worth.title')}>
            {groups.map((group) => (
              <WorthRow
                key={group.country}
                group={group}
                isOnly={groups.length === 1}
                onChange={() => setStart({ country: group.country })}
                onEdit={(worth) => setStart({ worth })}
                onDelete={setWorthToDelete}
              />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState art="laurel" level={2} title={t('worth.empty')} text={t('worth.empty_text')}>
          <Button onClick={() => setStart({})}>{t('worth.set')}</Button>
        </EmptyState>
      )}
      {start ? (
        <WorthDialog start={start} isFirst={!worths.length} onClose={() => setStart(null)} />
      ) : null}
      {worthToDelete ? (
        <DeleteWorthDialog worth={worthToDelete} onClose={() => setWorthToDelete(null)} />
      ) : null}
    </Card>
  )
}
