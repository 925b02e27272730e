import { Button, TextInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './billing.module.css'

/**
 * A promotion code field: applies, shows errors and removes the code. `tried` is the last submitted
 * code.
 */
export function PromoCodeField({
  applied,
  tried,
  busy,
  error,
  onApply,
}: {
  applied: string
  tried: string
  busy: boolean
  error: string | null
  onApply: (code: string) => void
}) {
  const { t } = useTranslation('billing')
  const [code, setCode] = useState('')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(code.trim())
  }
  if (applied && !busy) {
    return (
      <p className={css['promo']} role="status">
        <IconTag size={18} aria-hidden="true" />
        <span>{t('promo.applied', { code: applied })}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            onApply('')
            setCode('')
          }}
        >
          {t('promo.remove')}
        </Button>
      </p>
    )
  }
  return (
    <form onSubmit={apply} noValidate className={css['promoForm']}>
      <TextInput
        label={t('promo.label')}
        name="promo"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={code}
        error={code.trim() === tried ? error : null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy} disabled={!code.trim()}>
        {t('promo.apply')}
      </Button>
    </form>
  )
}
