// The part that is loaded only when somebody crops a picture.
import 'react-easy-crop/react-easy-crop.css'
export { default } from 'react-easy-crop'
