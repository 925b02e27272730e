import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AllowanceRule } from '#contract/schemas/allowance-rules.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import {
  allowanceRulesQuery,
  useDeleteAllowanceRule,
  useMoveAllowanceRule,
} from '../api/queries.ts'
import { AllowanceRuleDialog } from '../components/AllowanceRuleDialog.tsx'
import { RuleCard } from '../components/RuleCard.tsx'
import css from '../components/allowance-rules.module.css'

/** The limit of people to whom no rule applies, with a link to change it. */
function TeamLimit() {
  const { t } = useTranslation('organization')
  const {
    settings: { limit },
  } = useConfig()
  return (
    <Card className={`${css['rule']} ${css['rest']}`}>
      <div className={css['what']}>
        <b>{t('allowances.rest')}</b>
        <p>
          {limit === null
            ? t('allowances.points.unlimited')
            : t('allowances.points.plain', { count: limit, n: formatNumber(limit) })}
        </p>
      </div>
      <Button component={Link} to="/settings/global" size="compact-sm" variant="default">
        {t('allowances.edit')}
        <span className="sr-only"> {t('allowances.rest')}</span>
      </Button>
    </Card>
  )
}

function DeleteRuleDialog({ rule, onClose }: { rule: AllowanceRule; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const remove = useDeleteAllowanceRule({
    onSuccess: () => {
      notifySuccess(t('allowances.deleted'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('allowances.delete_title', { name: rule.name })}
      text={t('allowances.delete_text')}
      confirm={t('allowances.delete')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(rule.id)}
    />
  )
}

/** /settings/allowance-rules: who may give how many points; the first rule that fits applies. */
export function AllowanceRulesScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('allowances.title'))
  const rules = useQuery(allowanceRulesQuery)
  const [open, setOpen] = useState<AllowanceRule | 'new' | null>(null)
  const [ruleToDelete, setRuleToDelete] = useState<AllowanceRule | null>(null)
  const move = useMoveAllowanceRule({ onError: (error) => notifyError(t, error) })
  const count = rules.data?.length ?? 0
  return (
    <Page
      title={t('allowances.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        <Button
          disabled={!rules.data || count >= limits.allowance_rules_max}
          onClick={() => setOpen('new')}
        >
          {t('allowances.add')}
        </Button>
      }
    >
      <p className={css['text']}>{t('allowances.text')}</p>
      {rules.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={48} />
        </Card>
      ) : null}
      {rules.isLoadingError ? (
        <ErrorState error={rules.error} retry={() => void rules.refetch()} />
      ) : null}
      <ol className={css['list']} aria-label={t('allowances.title')}>
        {rules.data?.map((rule, index) => (
          <li key={rule.id}>
            <RuleCard
              rule={rule}
              position={index + 1}
              count={count}
              isBusy={move.isPending}
              onMove={(position) => move.mutate({ id: rule.id, position })}
              onEdit={() => setOpen(rule)}
              onDelete={() => setRuleToDelete(rule)}
            />
          </li>
        ))}
      </ol>
      {rules.data ? <TeamLimit /> : null}
      {open ? (
        <AllowanceRuleDialog
          {...(open === 'new' ? {} : { rule: open })}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {ruleToDelete ? (
        <DeleteRuleDialog rule={ruleToDelete} onClose={() => setRuleToDelete(null)} />
      ) : null}
    </Page>
  )
}
