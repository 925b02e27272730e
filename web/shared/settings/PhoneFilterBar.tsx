import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './phone-filter-bar.module.css'

/**
 * The head of a list on a phone: search, a button with the number of active filters, and a menu.
 * `filters` open as a sheet and apply at once.
 */
export function PhoneFilterBar({
  search,
  filters,
  count,
  clear,
  menu,
}: {
  search?: ReactNode
  filters: ReactNode
  count: number
  clear: () => void
  menu: ReactNode
}) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={css['bar']}>
      {search}
      <Button
        variant="default"
        className={css['button'] ?? ''}
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        rightSection={count ? <b className={css['count']}>{formatNumber(count)}</b> : null}
        onClick={() => setOpen(true)}
      >
        {t('list.filter')}
      </Button>
      {menu}
      <Dialog opened={isOpen} title={t('list.filter')} close={t('common:close')} onClose={close}>
        <div className={css['sheet']}>{filters}</div>
        <ActionRow apart>
          {count ? (
            <Button variant="default" onClick={clear}>
              {t('list.clear_filters')}
            </Button>
          ) : null}
          <Button onClick={close}>{t('list.show')}</Button>
        </ActionRow>
      </Dialog>
    </div>
  )
}

/** The menu of a list on a phone, for what a wide screen shows as buttons. */
export function PhoneListMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          className={css['button'] ?? ''}
          size={44}
          radius="md"
          aria-label={t('list.more')}
        >
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
