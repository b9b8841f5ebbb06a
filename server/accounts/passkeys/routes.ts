import * as contract from '../../../contract/account/passkeys.ts';
import { bind } from '../../platform/http/bind.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';

export const passkeyRoutes = [
  bind(contract.startPasskey, startPasskey),
  bind(contract.addPasskey, addPasskey),
  bind(contract.listPasskeys, listPasskeys),
  bind(contract.removePasskey, removePasskey),
  bind(contract.startPasskeySignIn, startPasskeySignIn),
  bind(contract.signInWithPasskey, signInWithPasskey),
];
