import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { limits } from '#contract/limits.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { bonusesQuery } from '../api/queries.ts'
import { BonusDialog } from '../components/BonusDialog.tsx'
import { BonusPeopleDialog } from '../components/BonusPeopleDialog.tsx'
import { BonusRow } from '../components/BonusRow.tsx'
import css from '../components/bonuses.module.css'
import { DeleteBonusDialog } from '../components/DeleteBonusDialog.tsx'

type OpenDialog =
  | { dialog: 'form'; bonus: Bonus | null }
  | { dialog: 'people' | 'delete'; bonus: Bonus }

/** The open dialog. A saved bonus shows who would get it, as it is now. */
function BonusDialogs({
  bonuses,
  open,
  onChange,
}: {
  bonuses: Bonus[]
  open: OpenDialog
  onChange: (open: OpenDialog | null) => void
}) {
  const close = () => onChange(null)
  if (open.dialog === 'form')
    return (
      <BonusDialog
        bonus={open.bonus}
        onSaved={(bonus) => onChange({ dialog: 'people', bonus })}
        onClose={close}
      />
    )
  // Another administrator may have changed it.
  const bonus = bonuses.find(({ id }) => id === open.bonus.id) ?? open.bonus
  return open.dialog === 'people' ? (
    <BonusPeopleDialog
      bonus={bonus}
      onEdit={() => onChange({ dialog: 'form', bonus })}
      onClose={close}
    />
  ) : (
    <DeleteBonusDialog bonus={bonus} onClose={close} />
  )
}

/** /settings/bonuses: points for many people at once, for a period. */
export function BonusesScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('bonuses.title'))
  const { data: bonuses = [], ...query } = useQuery(bonusesQuery)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const add = () => setOpen({ dialog: 'form', bonus: null })
  const drafts = bonuses.filter(({ status }) => status === 'draft').length
  return (
    <Page
      title={t('bonuses.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        bonuses.length ? (
          <Button disabled={drafts >= limits.bonus_drafts_max} onClick={add}>
            {t('bonuses.add')}
          </Button>
        ) : null
      }
    >
      {bonuses.length ? <p className={css['text']}>{t('bonuses.text')}</p> : null}
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={120} />
        </Card>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && !bonuses.length ? (
        <Card>
          <EmptyState
            art="laurel"
            level={2}
            title={t('bonuses.empty')}
            text={t('bonuses.empty_text')}
          >
            <Button onClick={add}>{t('bonuses.add')}</Button>
          </EmptyState>
        </Card>
      ) : null}
      {bonuses.length ? (
        <ul className={css['list']} aria-label={t('bonuses.title')}>
          {bonuses.map((bonus) => (
            <li key={bonus.id}>
              <BonusRow
                bonus={bonus}
                onOpen={() => setOpen({ dialog: 'people', bonus })}
                onEdit={() => setOpen({ dialog: 'form', bonus })}
                onDelete={() => setOpen({ dialog: 'delete', bonus })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {open ? <BonusDialogs bonuses={bonuses} open={open} onChange={setOpen} /> : null}
    </Page>
  )
}
