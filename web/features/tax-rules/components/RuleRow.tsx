import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfirmRule } from '../api/queries.ts'
import css from './tax-rules.module.css'
import { type RuleTexts, useRuleTexts } from './use-rule-texts.ts'

function RuleFacts({ texts: { taxable, payer, days } }: { texts: RuleTexts }) {
  const { t } = useTranslation('finance')
  return (
    <dl className={css['facts']}>
      <div>
        <dt>{t('tax.fact.taxable')}</dt>
        <dd>{taxable}</dd>
      </div>
      {payer === null ? null : (
        <div>
          <dt>{t('tax.fact.payer')}</dt>
          <dd>{payer}</dd>
        </div>
      )}
      <div>
        <dt>{t('tax.fact.days')}</dt>
        <dd>{days}</dd>
      </div>
    </dl>
  )
}

function ConfirmButton({ rule, label }: { rule: TaxRule; label: string }) {
  const { t } = useTranslation('finance')
  const confirm = useConfirmRule({
    onSuccess: () => notifySuccess(t('tax.confirm.done')),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button
      size="compact-sm"
      h={34}
      loading={confirm.isPending}
      onClick={() => confirm.mutate(rule.id)}
    >
      {t('tax.confirm.action')}
      <span className="sr-only"> {label}</span>
    </Button>
  )
}

/** A rule in words, with its actions. An example that is not confirmed says that it does not count. */
export function RuleRow({
  rule,
  country,
  isPast,
  onEdit,
  onDelete,
}: {
  rule: TaxRule
  /** The name of its country. */
  country: string
  isPast: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('finance')
  const texts = useRuleTexts()(rule)
  const isExample = rule.confirmed_at === null
  const label = t('tax.rule_of', { country, categories: texts.categories })
  return (
    <li className={css['rule']} data-past={isPast} data-example={isExample}>
      <div className={css['ruleHead']}>
        <div className={css['words']}>
          {isExample ? <span className={css['mark']}>{t('tax.example')}</span> : null}
          {isPast ? <span className={css['mark']}>{t('tax.past')}</span> : null}
          <h3>{texts.categories}</h3>
        </div>
        <span className={css['actions']}>
          {isExample ? <ConfirmButton rule={rule} label={label} /> : null}
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('tax.edit_of', { rule: label })}
            onClick={onEdit}
          >
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('tax.delete.of', { rule: label })}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </span>
      </div>
      <RuleFacts texts={texts} />
    </li>
  )
}
