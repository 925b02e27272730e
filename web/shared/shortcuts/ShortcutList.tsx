import { useCan } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './shortcut-list.module.css'
import { type ShortcutAction, modifierKeyLabel, keysByAction } from './shortcuts.ts'

/** Keys in the list of purchases (features/rewards/purchases/use-list-keys.ts). */
const purchaseKeys = { select: 'x', fulfil: 'f', order: 'o', decline: 'd' }

/** Lists all keyboard shortcuts. `on`: single-key shortcuts are enabled. */
export function ShortcutList({ on }: { on: boolean }) {
  const { t } = useTranslation('shell')
  const can = useCan()
  return (
    <dl className={css['keys']}>
      <div>
        <dt>{t('keys.act.search')}</dt>
        <dd>
          <kbd>{modifierKeyLabel}</kbd> <kbd>K</kbd>
        </dd>
      </div>
      {(Object.keys(keysByAction) as ShortcutAction[]).map((action) => (
        <div key={action} data-off={on ? undefined : true}>
          <dt>{t(`keys.act.${action}`)}</dt>
          <dd>
            {keysByAction[action].map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
      {can('fulfil_purchases')
        ? Object.entries(purchaseKeys).map(([action, key]) => (
            <div key={action} data-off={on ? undefined : true}>
              <dt>{t(`keys.purchase.${action}`)}</dt>
              <dd>
                <kbd>{key}</kbd>
              </dd>
            </div>
          ))
        : null}
      <div>
        <dt>{t('keys.send')}</dt>
        <dd>
          <kbd>{modifierKeyLabel}</kbd> <kbd>Enter</kbd>
        </dd>
      </div>
      <div>
        <dt>{t('keys.undo')}</dt>
        <dd>
          <kbd>{modifierKeyLabel}</kbd> <kbd>Z</kbd>
        </dd>
      </div>
    </dl>
  )
}
