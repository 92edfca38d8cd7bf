import type { PresetName } from "./presets.js";

/** What each preset is, in one line. */
export const PRESET_NOTES: Readonly<Record<PresetName, string>> = {
  "mnist-check-in":
    "Gaussian reports in blocks under shuffled check-in, 91 % at the least proven epsilon; what npm start runs",
  "mnist-epsilon-1": "the same with less noise, absent users sending dummies: what proven epsilon 1 buys",
  "mnist-epsilon-3": "the same with less noise: what proven epsilon 3 buys",
  "mnist-against-users": "all users report, a dummy for each: 91 % with a figure against all other users",
  "mnist-check-in-lt22": "LT22's check-in run: rate 0.1, C = 0.01, sigma = 5, 5,540 rounds",
  "mnist-check-in-lt22-blocks": "the same in 64 blocks, each shuffled by itself",
  "mnist-shuffle-lt23": "LT23's DP-SGD run in the shuffle model: batches of 60, C = 0.05, sigma = 0.86",
  "mnist-shuffle-lt23-blocks": "the same in 64 blocks, each shuffled by itself",
  "mnist-central": "central DP-SGD with Poisson sampling",
  "mnist-central-lt23": "the same as mnist-shuffle-lt23 with a trusted server: the same noise on every sum",
  "mnist-weight-shuffle": "the same as mnist-central, the weights permuted after every step (YJX25)",
  "mnist-cldp": "PrivUnit reports, shuffled: much the same as mnist-check-in",
  "mnist-cldp-l2": "GDD21's l2 run as printed, Fig. 5(b)",
  "mnist-cldp-linf": "GDD21's l-infinity run as printed, Fig. 5(a)",
  "mnist-nonprivate": "no noise and no promise: the yardstick",
  "mnist-vit": "a small vision Transformer, central DP-SGD at proven epsilon 3",
  "cifar10-central": "a convolutional network on CIFAR-10 (--data), central DP-SGD at proven epsilon 3",
  "cifar10-shuffle-lt23": "mnist-shuffle-lt23's settings on CIFAR-10 (--data); LT23 print none",
  "cifar10-central-lt23": "the same with a trusted server",
  "spam-bert":
    "a small encoder of bytes that tells spam from other mails, central DP-SGD at proven epsilon 3",
  "text-gpt": "a small language model of bytes on plain text, central DP-SGD at proven epsilon 3",
};
