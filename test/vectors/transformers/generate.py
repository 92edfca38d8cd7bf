#!/usr/bin/env python3
"""Small random checkpoints with the public models' tensor names, and their logits (needs numpy).

usage: generate.py NAME        NAME is bert, roberta, gpt2 or vit; writes NAME.safetensors and NAME.json beside this file

Follows the public implementations tensor by tensor (Hugging Face transformers 4: modeling_bert.py, modeling_roberta.py, modeling_gpt2.py,
modeling_vit.py), in float64 on the checkpoint's own, rounded numbers: batches with attention masks, [unit][input] weights, separate heads.
transformers 5.18 with torch 2.13 in float64 (ViT with attention by "sdpa", for the other way rounds to float32) reads these checkpoints
and gives the same logits to 9e-15.
"""
import json
import math
import struct
import sys
from pathlib import Path

import numpy as np

SEED = 20261123
erf = np.vectorize(math.erf)


# -- the parts that the models share -------------------------------------------------------------------------------------------------

def layer_norm(x, w, name, eps):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps) * w[name + ".weight"] + w[name + ".bias"]


def linear(x, w, name):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def conv1d(x, w, name):
    return x @ w[name + ".weight"] + w[name + ".bias"]


def gelu(x):
    return x * 0.5 * (1 + erf(x / math.sqrt(2)))


def gelu_new(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def split_heads(x, heads):
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def attend(q, k, v, heads, mask):
    """`mask`: broadcast to (batch, heads, query, key), True where a query may look."""
    q, k, v = (split_heads(x, heads) for x in (q, k, v))
    scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(q.shape[-1])
    context = softmax(np.where(mask, scores, -np.inf)) @ v
    batch, _, length, _ = context.shape
    return context.transpose(0, 2, 1, 3).reshape(batch, length, -1)


# -- the models ----------------------------------------------------------------------------------------------------------------------

def bert_encoder(w, prefix, config, hidden, attention_mask, eps):
    mask = attention_mask[:, None, None, :] > 0
    for i in range(config["layers"]):
        layer = f"{prefix}encoder.layer.{i}."
        q, k, v = (linear(hidden, w, f"{layer}attention.self.{part}") for part in ("query", "key", "value"))
        context = attend(q, k, v, config["heads"], mask)
        output = linear(context, w, layer + "attention.output.dense")
        hidden = layer_norm(output + hidden, w, layer + "attention.output.LayerNorm", eps)
        intermediate = gelu(linear(hidden, w, layer + "intermediate.dense"))
        output = linear(intermediate, w, layer + "output.dense")
        hidden = layer_norm(output + hidden, w, layer + "output.LayerNorm", eps)
    return hidden


def bert_embeddings(w, prefix, ids, positions, types, eps):
    table = lambda name: w[f"{prefix}embeddings.{name}_embeddings.weight"]
    x = table("word")[ids] + table("position")[positions] + table("token_type")[types]
    return layer_norm(x, w, prefix + "embeddings.LayerNorm", eps)


def bert(w, config, ids, attention_mask, token_type_ids):
    positions = np.broadcast_to(np.arange(ids.shape[1]), ids.shape)
    hidden = bert_embeddings(w, "bert.", ids, positions, token_type_ids, 1e-12)
    hidden = bert_encoder(w, "bert.", config, hidden, attention_mask, 1e-12)
    return linear(np.tanh(linear(hidden[:, 0], w, "bert.pooler.dense")), w, "classifier")


def roberta(w, config, ids, attention_mask):
    padding = 1
    present = (ids != padding).astype(int)
    positions = np.cumsum(present, axis=1) * present + padding
    hidden = bert_embeddings(w, "roberta.", ids, positions, np.zeros_like(ids), 1e-5)
    hidden = bert_encoder(w, "roberta.", config, hidden, attention_mask, 1e-5)
    return linear(np.tanh(linear(hidden[:, 0], w, "classifier.dense")), w, "classifier.out_proj")


def gpt2(w, config, ids, attention_mask):
    length = ids.shape[1]
    causal = np.tril(np.ones((length, length), bool))
    mask = causal[None, None] & (attention_mask[:, None, None, :] > 0)
    hidden = w["wte.weight"][ids] + w["wpe.weight"][np.arange(length)]
    for i in range(config["layers"]):
        x = layer_norm(hidden, w, f"h.{i}.ln_1", 1e-5)
        q, k, v = np.split(conv1d(x, w, f"h.{i}.attn.c_attn"), 3, axis=2)
        hidden = hidden + conv1d(attend(q, k, v, config["heads"], mask), w, f"h.{i}.attn.c_proj")
        x = layer_norm(hidden, w, f"h.{i}.ln_2", 1e-5)
        hidden = hidden + conv1d(gelu_new(conv1d(x, w, f"h.{i}.mlp.c_fc")), w, f"h.{i}.mlp.c_proj")
    return layer_norm(hidden, w, "ln_f", 1e-5) @ w["wte.weight"].T


def vit(w, config, pixels):
    """`pixels`: (batch, channel, row, column)."""
    patch = config["patch"]
    kernel = w["vit.embeddings.patch_embeddings.projection.weight"]
    bias = w["vit.embeddings.patch_embeddings.projection.bias"]
    batch, _, rows, columns = pixels.shape
    vectors = [
        np.einsum("bcrk,ucrk->bu", pixels[:, :, y:y + patch, x:x + patch], kernel) + bias
        for y in range(0, rows, patch)
        for x in range(0, columns, patch)
    ]
    token = np.broadcast_to(w["vit.embeddings.cls_token"], (batch, 1, config["width"]))
    hidden = np.concatenate([token, np.stack(vectors, axis=1)], axis=1) + w["vit.embeddings.position_embeddings"]
    for i in range(config["layers"]):
        layer = f"vit.encoder.layer.{i}."
        x = layer_norm(hidden, w, layer + "layernorm_before", 1e-12)
        q, k, v = (linear(x, w, f"{layer}attention.attention.{part}") for part in ("query", "key", "value"))
        context = attend(q, k, v, config["heads"], np.array(True))
        hidden = hidden + linear(context, w, layer + "attention.output.dense")
        x = gelu(linear(layer_norm(hidden, w, layer + "layernorm_after", 1e-12), w, layer + "intermediate.dense"))
        hidden = hidden + linear(x, w, layer + "output.dense")
    return linear(layer_norm(hidden, w, "vit.layernorm", 1e-12)[:, 0], w, "classifier")


# -- their tensors -------------------------------------------------------------------------------------------------------------------

def bert_block(layer, d, f, self_attention, first_norm, second_norm):
    return {
        **{f"{layer}{self_attention}.{part}.weight": (d, d) for part in ("query", "key", "value")},
        **{f"{layer}{self_attention}.{part}.bias": (d,) for part in ("query", "key", "value")},
        **both(layer + "attention.output.dense", (d, d), d),
        **both(layer + first_norm, (d,), d),
        **both(layer + "intermediate.dense", (f, d), f),
        **both(layer + "output.dense", (d, f), d),
        **both(layer + second_norm, (d,), d),
    }


def both(name, weight, bias):
    return {name + ".weight": weight, name + ".bias": (bias,)}


def bert_shapes(c, prefix, rows):
    d, f = c["width"], c["feedForward"]
    shapes = {
        f"{prefix}embeddings.word_embeddings.weight": (c["vocabulary"], d),
        f"{prefix}embeddings.position_embeddings.weight": (rows, d),
        f"{prefix}embeddings.token_type_embeddings.weight": (c.get("segments", 1), d),
        **both(prefix + "embeddings.LayerNorm", (d,), d),
    }
    for i in range(c["layers"]):
        names = ("attention.self", "attention.output.LayerNorm", "output.LayerNorm")
        shapes.update(bert_block(f"{prefix}encoder.layer.{i}.", d, f, *names))
    return {**shapes, **both(prefix + "pooler.dense", (d, d), d)}


def shapes_of(name, c):
    d, f = c["width"], c["feedForward"]
    if name == "bert":
        head = both("classifier", (c["classes"], d), c["classes"])
        return {**bert_shapes(c, "bert.", 12), **head, **both("cls.predictions.transform.dense", (d, d), d)}
    if name == "roberta":
        head = {**both("classifier.dense", (d, d), d), **both("classifier.out_proj", (c["classes"], d), c["classes"])}
        return {**bert_shapes(c, "roberta.", 14), **head, "lm_head.bias": (c["vocabulary"],)}
    if name == "gpt2":
        shapes = {"wte.weight": (c["vocabulary"], d), "wpe.weight": (12, d)}
        for i in range(c["layers"]):
            shapes.update({
                **both(f"h.{i}.ln_1", (d,), d),
                f"h.{i}.attn.bias": (1, 1, 12, 12),
                **both(f"h.{i}.attn.c_attn", (d, 3 * d), 3 * d),
                **both(f"h.{i}.attn.c_proj", (d, d), d),
                **both(f"h.{i}.ln_2", (d,), d),
                **both(f"h.{i}.mlp.c_fc", (d, f), f),
                **both(f"h.{i}.mlp.c_proj", (f, d), d),
            })
        return {**shapes, **both("ln_f", (d,), d)}
    patch, positions = c["patch"], (c["side"] // c["patch"]) ** 2 + 1
    shapes = {
        "vit.embeddings.cls_token": (1, 1, d),
        "vit.embeddings.position_embeddings": (1, positions, d),
        **both("vit.embeddings.patch_embeddings.projection", (d, c["channels"], patch, patch), d),
    }
    for i in range(c["layers"]):
        names = ("attention.attention", "layernorm_before", "layernorm_after")
        shapes.update(bert_block(f"vit.encoder.layer.{i}.", d, f, *names))
    return {**shapes, **both("vit.layernorm", (d,), d), **both("classifier", (c["classes"], d), c["classes"])}


# -- checkpoints and cases -----------------------------------------------------------------------------------------------------------

DTYPES = {"F32": np.float32, "F16": np.float16}
CONFIGS = {
    "bert": dict(architecture="bert", layers=2, heads=2, width=8, feedForward=12, vocabulary=30, length=9, segments=2, separator=3, classes=3),
    "roberta": dict(architecture="roberta", layers=2, heads=4, width=8, feedForward=20, vocabulary=30, length=9, classes=2),
    "gpt2": dict(architecture="gpt2", layers=2, heads=2, width=12, feedForward=30, vocabulary=25, length=9),
    "vit": dict(architecture="vit", layers=2, heads=2, width=8, feedForward=18, side=12, patch=4, channels=3, classes=4),
}


def checkpoint(name, rng):
    dtype = "F16" if name == "vit" else "F32"
    tensors = {}
    for tensor, shape in shapes_of(name, CONFIGS[name]).items():
        values = rng.standard_normal(shape) * 0.5
        if "norm" in tensor.lower() or ".ln_" in tensor or tensor.startswith("ln_f"):
            values = values + (1 if tensor.endswith("weight") else 0)
        tensors[tensor] = (dtype, values.astype(DTYPES[dtype]))
    if name in ("bert", "roberta"):
        tensors[name + ".embeddings.position_ids"] = ("I64", np.arange(12, dtype=np.int64)[None])
    return tensors


def write_safetensors(path, tensors):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, (dtype, values) in tensors.items():
        begin = len(data)
        data += values.tobytes()
        header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def padded(texts, padding):
    longest = max(map(len, texts))
    ids = np.array([text + [padding] * (longest - len(text)) for text in texts])
    mask = np.array([[1] * len(text) + [0] * (longest - len(text)) for text in texts])
    return ids, mask


def cases_of(name, w, config, rng):
    run = {"bert": bert, "roberta": roberta, "gpt2": gpt2, "vit": vit}[name]
    if name == "vit":
        pixels = rng.uniform(-1, 1, (3, config["channels"], config["side"], config["side"])).astype(np.float32)
        logits = run(w, config, pixels.astype(np.float64))
        return [{"pixels": p.tolist(), "logits": l.tolist()} for p, l in zip(pixels, logits)]
    texts = {
        "bert": [[2, 7, 9, 3, 11, 4, 12, 6, 3], [2, 8, 3], [2, 14, 3, 21, 22, 3], [2]],
        "roberta": [[0, 7, 9, 2, 2, 11, 12, 6, 2], [0, 8, 2], [0, 14, 16, 29, 2]],
        "gpt2": [[5, 0, 24, 7, 7, 1, 13, 2, 9], [3], [8, 8, 19, 4]],
    }[name]
    ids, mask = padded(texts, 1 if name == "roberta" else 0)
    if name == "bert":
        types = np.array([[0] * (text + [3]).index(3) + [0] + [1] * 9 for text in texts], dtype=object)
        types = np.array([row[:ids.shape[1]] for row in types]) * mask
        logits = run(w, config, ids, mask, types)
    else:
        logits = run(w, config, ids, mask)
    used = lambda i: len(texts[i]) if name == "gpt2" else None
    return [{"ids": text, "logits": logits[i][:used(i)].tolist()} for i, text in enumerate(texts)]


def main(name):
    rng = np.random.default_rng(SEED)
    tensors = checkpoint(name, rng)
    folder = Path(__file__).parent
    write_safetensors(folder / f"{name}.safetensors", tensors)
    w = {tensor: values.astype(np.float64) for tensor, (_, values) in tensors.items()}
    vectors = {
        "source": f"generate.py, numpy {np.__version__}",
        "command": f"python3 generate.py {name}",
        "seed": SEED,
        "digits": 12,
        "architecture": CONFIGS[name],
        "cases": cases_of(name, w, CONFIGS[name], rng),
    }
    (folder / f"{name}.json").write_text(json.dumps(vectors) + "\n")


main(sys.argv[1])
