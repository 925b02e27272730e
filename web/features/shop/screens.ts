export { ShopScreen } from './screens/ShopScreen.tsx'
